// SQL that changes credentials of registries.
import type { Updateable } from 'kysely'
import { conflict, notFound } from '../../errors.ts'
import type { Trx } from '../../store/store.ts'
import type { RegistryCredentialRow } from '../../store/tables.ts'
import { isDuplicate } from '../../store/write-rules.ts'
import type { ShownCredential } from './registry-credential.ts'

export async function insertCredential(trx: Trx, row: RegistryCredentialRow): Promise<ShownCredential> {
  return refuseTwice(row.name, () =>
    trx.insertInto('registry_credentials').values(row).returningAll().executeTakeFirstOrThrow(),
  )
}

export async function updateCredential(
  trx: Trx,
  id: string,
  changes: Updateable<RegistryCredentialRow>,
): Promise<ShownCredential> {
  const row = await refuseTwice(changes.name ?? '', () =>
    trx.updateTable('registry_credentials').set(changes).where('id', '=', id).returningAll().executeTakeFirst(),
  )
  if (!row) throw notFound('registry credential', id)
  return row
}

export async function deleteCredential(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('registry_credentials').where('id', '=', id).execute()
}

async function refuseTwice<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isDuplicate(error)) throw conflict(`there is already a registry credential ${JSON.stringify(name)}`)
    throw error
  }
}
