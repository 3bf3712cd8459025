// `levelrail domains`: under which names apps are reached, and whether they are.
import type { Domain } from '@levelrail/contract/schemas/domains.ts'
import { command } from '../command.ts'
import type { Column } from '../output/table.ts'

export const domains = command({
  name: 'domains',
  summary: 'List the names under which apps are reached',
  details: 'Every app has <app>.localhost on the machine itself. More: levelrail apps set NAME --domain example.com',
  arguments: {},
  options: { app: { kind: 'text', value: 'NAME', what: 'Only those of this app' } },
  examples: ['levelrail domains', "levelrail domains --app web --json | jq -r '.[].url'"],
  async run({ client, settings, output }, { app }) {
    const found = await client.domainList({ query: app === undefined ? {} : { app } })
    if (settings.json) output.json(found)
    else output.table(columns, found)
    return undefined
  },
})

export const stateWords: Record<Domain['state'], string> = {
  serving: 'serving',
  not_running: 'no replica is ready',
  shadowed: 'own name of another app',
  no_ingress: 'the ingress is not ready',
}

const columns: Column<Domain>[] = [
  { title: 'DOMAIN', cell: ({ domain }) => domain },
  { title: 'APP', cell: ({ app }) => app },
  {
    title: 'STATE',
    cell: ({ state }) => stateWords[state],
    color: ({ state }) => (state === 'serving' ? 'green' : 'yellow'),
  },
  { title: 'TLS', cell: ({ tls_owner }) => tls_owner ?? '-' },
  { title: 'URL', cell: ({ url }) => url ?? '-' },
]
