// Reads of credentials of registries that other features need too.
import { badRequest, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/store.ts'
import { type ShownCredential, shownColumns } from './registry-credential.ts'

export async function listCredentials(db: Db | Trx): Promise<ShownCredential[]> {
  return db.selectFrom('registry_credentials').select(shownColumns).orderBy('name').execute()
}

export async function findCredential(db: Db | Trx, id: string): Promise<ShownCredential> {
  const row = await db.selectFrom('registry_credentials').select(shownColumns).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('registry credential', id)
  return row
}

/** Refuses an app that names one that is not there; an empty id names none. */
export async function refuseUnknownCredential(db: Db | Trx, id: string): Promise<void> {
  if (id === '') return
  const row = await db.selectFrom('registry_credentials').select('id').where('id', '=', id).executeTakeFirst()
  if (!row)
    throw badRequest(
      `registry_credential_id: there is no registry credential ${JSON.stringify(id)}; GET /api/v1/registry-credentials lists them`,
    )
}
