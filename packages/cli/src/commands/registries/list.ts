// `levelrail registries list`: credentials of image registries, by name.
import type { RegistryCredential } from '@levelrail/contract/schemas/registries.ts'
import { command } from '../../command.ts'
import { relativeTime } from '../../output/relative-time.ts'
import type { Column } from '../../output/table.ts'

export const registriesList = command({
  name: 'registries list',
  summary: 'List the credentials of image registries',
  arguments: {},
  options: {},
  examples: ['levelrail registries list', "levelrail registries list --json | jq -r '.[].registry_host'"],
  async run({ client, settings, output, now }) {
    const credentials = await client.registryCredentialList({})
    if (settings.json) output.json(credentials)
    else output.table(columns(now), credentials)
    return undefined
  },
})

function columns(now: Date): Column<RegistryCredential>[] {
  return [
    { title: 'NAME', cell: ({ name }) => name },
    { title: 'REGISTRY', cell: ({ registry_host }) => registry_host },
    { title: 'USER', cell: ({ username }) => username },
    { title: 'LAST USED', cell: ({ last_used_at }) => relativeTime(last_used_at, now, 'never') },
    { title: 'ANSWER', cell: ({ last_result }) => last_result ?? '' },
    { title: 'ID', cell: ({ id }) => id },
  ]
}
