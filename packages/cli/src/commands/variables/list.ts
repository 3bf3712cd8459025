// `levelrail variables list`: plain variables of an organization, a project, an environment or an app.
import { writeDotenv } from '@levelrail/contract/dotenv.ts'
import { command } from '../../command.ts'
import { ownerOf, ownerOptions } from '../../variable-owner.ts'

export const variablesList = command({
  name: 'variables list',
  summary: 'Print plain variables, also as a .env file',
  arguments: {},
  options: { ...ownerOptions, dotenv: { kind: 'flag', what: 'Quoted as in a .env file, also on several lines' } },
  examples: ['levelrail variables list --project ID', 'levelrail variables list --environment ID --dotenv > .env'],
  async run({ client, settings, output }, { dotenv, ...owner }) {
    const { title, read } = ownerOf(client, owner)
    const env = await read()
    if (settings.json) output.json(env)
    else if (Object.keys(env).length === 0) output.note(`${title} has no plain variables`)
    else if (dotenv) output.text(writeDotenv(env))
    else output.lines(Object.entries(env).map(([key, value]) => `${key}=${value}`))
    return undefined
  },
})
