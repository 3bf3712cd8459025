// `levelrail apps drain show`: where the logs of an app go, as far as the caller may see it, and whether they arrive.
import { appArgument } from '../../../app-options.ts'
import { command } from '../../../command.ts'
import { conditionsText } from '../../../output/conditions.ts'
import { factsText } from '../../../output/facts.ts'

export const appsDrainShow = command({
  name: 'apps drain show',
  summary: 'Show where the logs of an app are forwarded to',
  arguments: { name: appArgument },
  options: {},
  examples: ['levelrail apps drain show web'],
  async run({ client, settings, output, now }, { name }) {
    const { log_drain: drain, conditions } = await client.appView({ params: { name } })
    const told = conditions.filter(({ type }) => type === 'LogDrain')
    if (settings.json) output.json({ log_drain: drain, condition: told[0] ?? null })
    else if (drain === null) output.note(`the logs of ${name} are not forwarded`)
    else {
      const headers = Object.entries(drain.headers ?? {}).map(([key, value]) => `${key}: ${value}`)
      const facts = factsText([
        ['Receiver', drain.url],
        ['Headers', headers.join(', ')],
      ])
      output.text(`${told.length > 0 ? `${conditionsText(told, now, output.paint)}\n` : ''}${facts}`.trimEnd())
    }
    return undefined
  },
})
