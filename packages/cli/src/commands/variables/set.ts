// `levelrail variables set`: changes only the plain variables that are named.
import { entriesAfter, variableOf } from '../../app-options.ts'
import { command } from '../../command.ts'
import { usage } from '../../exit-codes.ts'
import { ownerOf, ownerOptions } from '../../variable-owner.ts'

export const variablesSet = command({
  name: 'variables set',
  summary: 'Change plain variables; the others stay',
  details: 'They take effect with the next deploy or restart of each app.',
  arguments: {},
  options: {
    ...ownerOptions,
    env: {
      kind: 'texts',
      value: 'KEY=VALUE',
      what: 'Plain variable; secrets go in with: levelrail variables secrets set',
    },
    'unset-env': { kind: 'texts', value: 'KEY', what: 'Take a plain variable away' },
  },
  examples: [
    'levelrail variables set --project ID --env LOG_LEVEL=info --unset-env OLD_SETTING',
    'levelrail variables set --environment ID --env API_URL=https://api.example.com',
  ],
  async run({ client, settings, output }, { env: set, 'unset-env': unset, ...owner }) {
    const { title, read, write } = ownerOf(client, owner)
    const env = entriesAfter('env', await read(), set.map(variableOf), unset)
    if (!env) throw usage('nothing to change', 'see: levelrail variables set --help')
    const written = await write(env)
    if (settings.json) output.json(written)
    output.note(`variables of ${title} changed; they take effect with the next deploy or restart of each app`)
    return undefined
  },
})
