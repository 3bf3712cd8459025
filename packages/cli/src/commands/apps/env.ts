// `levelrail apps env`: the plain variables of an app. Secrets are never shown.
import { writeDotenv } from '@levelrail/contract/dotenv.ts'
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'

export const appsEnv = command({
  name: 'apps env',
  summary: 'Print the plain variables of an app',
  details:
    'Change them with: levelrail apps set NAME --env KEY=VALUE. Secrets are listed by: levelrail apps secrets list.',
  arguments: { name: appArgument },
  options: { dotenv: { kind: 'flag', what: 'Quoted as in a .env file, also on several lines' } },
  examples: ['levelrail apps env web', 'levelrail apps env web --dotenv > .env'],
  async run({ client, settings, output }, { name, dotenv }) {
    const { env } = await client.appView({ params: { name } })
    if (settings.json) output.json(env)
    else if (Object.keys(env).length === 0) output.note(`${name} has no plain variables`)
    else if (dotenv) output.text(writeDotenv(env))
    else output.lines(Object.entries(env).map(([key, value]) => `${key}=${value}`))
    return undefined
  },
})
