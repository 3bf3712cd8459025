// Whether what an app's record names elsewhere is there. Asked only of what changes: a record must stay editable when
// something it names was removed.
import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import { badRequest } from '../../errors.ts'
import type { Trx } from '../../store/store.ts'
import { refuseUnknownCredential } from '../registries/registry-view.ts'

export async function checkReferences(trx: Trx, before: AppSpec, after: AppSpec): Promise<void> {
  const isNew = (field: 'registry_credential_id' | 'storage_target_id') =>
    after[field] !== '' && after[field] !== before[field]
  if (isNew('registry_credential_id')) await refuseUnknownCredential(trx, after.registry_credential_id)
  // None can be made yet.
  if (isNew('storage_target_id'))
    throw badRequest(`storage_target_id: no such storage target ${JSON.stringify(after.storage_target_id)}`)
}
