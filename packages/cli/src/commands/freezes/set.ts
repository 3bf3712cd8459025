// `levelrail freezes set`: changes when a freeze window holds, or what it is called.
import { command } from '../../command.ts'
import { usage } from '../../exit-codes.ts'
import { findFreeze, freezeArgument, timeOptions, timesFrom } from '../../freeze-options.ts'
import { freezeState } from '../../output/freeze-text.ts'

export const freezesSet = command({
  name: 'freezes set',
  summary: 'Change when a freeze window holds; what it no longer holds goes on',
  arguments: { freeze: freezeArgument },
  options: { ...timeOptions, name: { kind: 'text', value: 'NAME', what: 'Another name' } },
  examples: [
    'levelrail freezes set christmas --until 2027-01-07T06:00:00Z',
    'levelrail freezes set weekend --duration 48h',
  ],
  async run(context, { freeze, name, ...times }) {
    const { client, settings, output, now } = context
    const body = { ...timesFrom(times), ...(name !== undefined && { name }) }
    if (Object.keys(body).length === 0) throw usage('nothing to change', 'name what to change, such as --until')
    const { id } = await findFreeze(context, freeze)
    const window = await client.freezeUpdate({ params: { id }, body })
    if (settings.json) output.json(window)
    output.note(`${window.name} ${freezeState(window, now)}`)
    return undefined
  },
})
