// Which reads a change touches: they are marked as old, and those on screen are fetched again.
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Change } from './live.ts'
import { keys } from './queries.ts'

/** Reads of all apps that any of them touches. */
const overviews: readonly QueryKey[] = [
  [...keys.apps, 'list'],
  [...keys.apps, 'summary'],
  [...keys.apps, 'topology'],
  [...keys.apps, 'approvals'],
  [...keys.domains, 'all'],
  // Which domains use them.
  keys.certificates,
]

export async function refreshChanged(client: QueryClient, changes: readonly Change[] | 'everything'): Promise<void> {
  const touched = changes === 'everything' ? [[]] : changes.flatMap(keysOf)
  const queryKeys = [...new Map(touched.map((queryKey) => [JSON.stringify(queryKey), queryKey])).values()]
  // A first fetch that is under way is joined, not begun anew, and may bring an answer from before the change.
  const first = queryKeys.flatMap((queryKey) =>
    client.getQueryCache().findAll({
      queryKey,
      fetchStatus: 'fetching',
      predicate: ({ state }) => state.data === undefined,
    }),
  )
  await Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
  await Promise.allSettled(first.map(({ promise }) => promise))
  await Promise.all(first.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })))
}

/** The kind of a resource is the first word of its reads, unless it is one of these. */
function keysOf({ kind, name }: Change): readonly QueryKey[] {
  switch (kind) {
    case 'app':
      return [...overviews, [...keys.apps, 'one', name], [...keys.domains, name]]
    case 'organization':
    case 'project':
    case 'environment':
    case 'shared-env':
      // What any of them shares may be what an app gets.
      return [[`${kind}s`], keys.sharedEnv, keys.apps]
    case 'node':
      // Whether its ingress serves.
      return [keys.status, keys.domains]
    case 'certificate':
      return [keys.certificates, keys.domains]
    case 'ingress-setting':
      // Links and owners of certificates go by them.
      return [keys.ingress, keys.domains]
    case 'requests':
      return [[...keys.requests, name]]
    case 'workflow':
      return [keys.status]
    default:
      return [[`${kind}s`]]
  }
}
