// What every feature's writes share: telling a broken uniqueness apart, and rules that look at several rows.
import type { Trx } from './store.ts'

/** Whether the database refused a row because another has the same key. */
export function isDuplicate(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && error.code === '23505') return true
  return 'errcode' in error && (error.errcode === 2067 || error.errcode === 1555)
}

/** Lets one transaction at a time pass, so that a rule over many rows ("one admin stays") holds on both databases. */
export async function oneAtATime(trx: Trx): Promise<void> {
  await trx
    .updateTable('instance')
    .set((row) => ({ id: row.ref('id') }))
    .execute()
}
