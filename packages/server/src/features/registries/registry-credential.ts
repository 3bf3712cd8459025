// A credential of a registry as stored and as shown, and the rule which one a pull takes.
import type { RegistryCredential } from '@levelrail/contract/schemas/registries.ts'
import type { RegistryCredentialRow } from '../../store/tables.ts'

/** All but the sealed password, which no answer ever carries. */
export type ShownCredential = Omit<RegistryCredentialRow, 'password_sealed'>

export const shownColumns = [
  'id',
  'name',
  'registry_host',
  'username',
  'created_at',
  'updated_at',
  'last_used_at',
  'last_result',
] as const satisfies (keyof ShownCredential)[]

export function viewCredential(row: ShownCredential): RegistryCredential {
  const { id, name, registry_host, username, created_at, updated_at, last_used_at, last_result } = row
  return { id, name, registry_host, username, created_at, updated_at, last_used_at, last_result }
}

export function passwordPlace(id: string) {
  return { table: 'registry_credentials', row: id, column: 'password_sealed' }
}

export interface Choice {
  id: string | undefined
  /** For the log of the deploy: which credential is taken, or why none is. */
  words: string
}

/**
 * The one that the app names, else the only one for the image's registry. A password goes to no other registry than its
 * own, whatever the app names.
 */
export function chooseCredential(wanted: string, registry: string, known: ShownCredential[]): Choice {
  const here = known.filter(({ registry_host }) => registry_host === registry.toLowerCase())
  if (wanted !== '') {
    const named = known.find(({ id }) => id === wanted)
    if (!named)
      return { id: undefined, words: `the registry credential ${wanted} of the app is gone: asking as nobody` }
    if (!here.includes(named))
      return {
        id: undefined,
        words: `the registry credential "${named.name}" is for ${named.registry_host}, not for ${registry}: asking as nobody`,
      }
    return { id: named.id, words: `asking ${registry} with the registry credential "${named.name}" of the app` }
  }
  const [only, ...more] = here
  if (!only) return { id: undefined, words: `asking ${registry} as nobody: there is no registry credential for it` }
  if (more.length > 0)
    return {
      id: undefined,
      words: `asking ${registry} as nobody: there are ${here.length} registry credentials for it, and the app names none`,
    }
  return { id: only.id, words: `asking ${registry} with "${only.name}", the only registry credential for it` }
}
