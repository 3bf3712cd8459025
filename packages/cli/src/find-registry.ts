// Credentials of registries are named by name or id; the API knows them by id.
import type { Client } from '@levelrail/contract/client.ts'
import type { RegistryCredential } from '@levelrail/contract/schemas/registries.ts'
import { Failure } from './exit-codes.ts'
import type { Argument } from './options.ts'

export const registryArgument = { what: 'Name or id of the credential' } as const satisfies Argument

export async function findRegistry({ client }: { client: Client }, named: string): Promise<RegistryCredential> {
  const found = (await client.registryCredentialList({})).find(({ id, name }) => name === named || id === named)
  if (!found) throw new Failure('api', `there is no registry credential "${named}"`, 'see: levelrail registries list')
  return found
}
