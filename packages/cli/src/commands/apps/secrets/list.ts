// `levelrail apps secrets list`: names of secret variables, never their values.
import type { AppSecret } from '@levelrail/contract/schemas/apps.ts'
import { appArgument } from '../../../app-options.ts'
import { command } from '../../../command.ts'
import { relativeTime } from '../../../output/relative-time.ts'
import type { Column } from '../../../output/table.ts'

export const appsSecretsList = command({
  name: 'apps secrets list',
  summary: 'List the secrets of an app, never their values',
  arguments: { name: appArgument },
  options: {},
  examples: ['levelrail apps secrets list web'],
  async run({ client, settings, output, now }, { name }) {
    const secrets = await client.appSecretList({ params: { name } })
    if (settings.json) output.json(secrets)
    else if (secrets.length === 0)
      output.note(`${name} has no secrets, set one with: levelrail apps secrets set ${name} KEY`)
    else output.table(columns(now), secrets)
    return undefined
  },
})

function columns(now: Date): Column<AppSecret>[] {
  return [
    { title: 'KEY', cell: ({ name }) => name },
    {
      title: 'VALUE',
      cell: ({ set }) => (set ? 'set' : 'missing'),
      color: ({ set, required }) => (required && !set ? 'red' : undefined),
    },
    { title: 'REQUIRED', cell: ({ required }) => (required ? 'yes' : 'no') },
    { title: 'LOCKED', cell: ({ locked }) => (locked ? 'yes' : 'no') },
    { title: 'CHANGED', cell: ({ updated_at }) => relativeTime(updated_at, now, 'never') },
  ]
}
