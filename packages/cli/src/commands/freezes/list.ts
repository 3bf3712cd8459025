// `levelrail freezes list`: freeze windows, whether they hold, and until when.
import { command } from '../../command.ts'
import { freezeColumns } from '../../output/freeze-text.ts'

export const freezesList = command({
  name: 'freezes list',
  summary: 'List freeze windows, and whether they hold now',
  arguments: {},
  options: {},
  examples: ['levelrail freezes list', 'levelrail freezes list --json'],
  async run({ client, settings, output, now }) {
    const windows = await client.freezeList({})
    if (settings.json) output.json(windows)
    else if (windows.length === 0) output.note('no freeze windows, make one with: levelrail freezes create NAME')
    else output.table(freezeColumns(now), windows)
    return undefined
  },
})
