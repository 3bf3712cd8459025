// SQL of the variables that organizations, projects and environments share.
import { notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { SharedVariableRow } from '../../store/tables.ts'

export async function listSharedVariables(db: Db | Trx, ownerId: string): Promise<SharedVariableRow[]> {
  return db.selectFrom('shared_variables').selectAll().where('owner_id', '=', ownerId).orderBy('key').execute()
}

/** Secrets stay as they are. */
export async function replacePlainVariables(trx: Trx, ownerId: string, env: Record<string, string>): Promise<void> {
  await trx.deleteFrom('shared_variables').where('owner_id', '=', ownerId).where('value', 'is not', null).execute()
  const rows = Object.entries(env).map(([key, value]) => ({ owner_id: ownerId, key, value, value_sealed: null }))
  await insertSharedVariables(trx, rows)
}

export async function insertSharedVariables(trx: Trx, rows: SharedVariableRow[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('shared_variables').values(rows).execute()
}

export async function saveSharedSecret(trx: Trx, row: SharedVariableRow): Promise<void> {
  await trx
    .insertInto('shared_variables')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'key']).doUpdateSet({ value: null, value_sealed: row.value_sealed }),
    )
    .execute()
}

export async function deleteSharedSecret(trx: Trx, ownerId: string, key: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('shared_variables')
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .where('value', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('secret', key)
}
