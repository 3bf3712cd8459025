// `levelrail freezes delete`: removes a freeze window.
import { command } from '../../command.ts'
import { findFreeze, freezeArgument } from '../../freeze-options.ts'

export const freezesDelete = command({
  name: 'freezes delete',
  summary: 'Remove a freeze window; what it alone held goes on at once',
  arguments: { freeze: freezeArgument },
  options: {},
  examples: ['levelrail freezes delete christmas'],
  async run(context, { freeze }) {
    const { id, name } = await findFreeze(context, freeze)
    await context.client.freezeDelete({ params: { id } })
    context.output.note(`${name} is removed`)
    return undefined
  },
})
