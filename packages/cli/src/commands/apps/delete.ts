// `levelrail apps delete`: removes an app and its containers, once its name is typed again. Its volumes stay.
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'
import { invalid } from '../../exit-codes.ts'

export const appsDelete = command({
  name: 'apps delete',
  summary: 'Remove an app and its containers; its volumes stay',
  arguments: { name: appArgument },
  options: { yes: { kind: 'flag', what: 'Do not ask' } },
  examples: ['levelrail apps delete web', 'levelrail apps delete web --yes'],
  async run({ client, output, ask }, { name, yes }) {
    const { volumes } = await client.appView({ params: { name } })
    const kept = volumes.length > 0 ? `Its volumes stay: ${volumes.map((each) => each.name).join(', ')}.` : ''
    if (!yes) {
      const question = `This removes ${name}, its containers, variables and secrets.\n${kept && `${kept}\n`}Type the name to remove it: `
      const typed = await ask.line(question, 'confirm with --yes')
      if (typed !== name) throw invalid(`"${typed}" is not "${name}"`, 'nothing was removed')
    }
    await client.appDelete({ params: { name } })
    output.note(`${name} is removed. ${kept || 'It had no volumes.'}`)
    return undefined
  },
})
