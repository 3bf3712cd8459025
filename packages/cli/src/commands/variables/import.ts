// `levelrail variables import`: plain variables from the text of a .env file on stdin.
import { parseDotenv } from '@levelrail/contract/dotenv.ts'
import { command } from '../../command.ts'
import { invalid } from '../../exit-codes.ts'
import { ownerOf, ownerOptions } from '../../variable-owner.ts'

export const variablesImport = command({
  name: 'variables import',
  summary: 'Set plain variables from a .env file on stdin',
  details: 'Those that the file does not name stay, unless --replace. A line that cannot be read changes nothing.',
  arguments: {},
  options: {
    ...ownerOptions,
    replace: { kind: 'flag', what: 'Take plain variables away that the file does not name' },
  },
  examples: ['levelrail variables import --project ID < .env', 'levelrail variables import --app web --replace < .env'],
  async run({ client, settings, output, ask }, { replace, ...owner }) {
    const { title, read, write } = ownerOf(client, owner)
    const { env, problems } = parseDotenv(await ask.everything())
    const [problem] = problems
    if (problem) throw invalid(`line ${problem.line} ${problem.reason}`, 'nothing was changed')
    const written = await write({ ...(replace ? {} : await read()), ...env })
    if (settings.json) output.json(written)
    output.note(
      `${Object.keys(env).length} variables of ${title} set; they take effect with the next deploy or restart`,
    )
    return undefined
  },
})
