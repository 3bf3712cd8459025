// Which apps name a credential.
import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import type { Db, Trx } from '../../store/store.ts'

/** The credential that an app names; empty for none. */
export function credentialOf(spec: AppSpec): string {
  return 'registry_credential_id' in spec && typeof spec.registry_credential_id === 'string'
    ? spec.registry_credential_id
    : ''
}

export async function countAppsWith(db: Db | Trx, credentialId: string): Promise<number> {
  const rows = await db.selectFrom('apps').select('spec').where('deleting', '=', 0).execute()
  return rows.filter(({ spec }) => credentialOf(JSON.parse(spec)) === credentialId).length
}
