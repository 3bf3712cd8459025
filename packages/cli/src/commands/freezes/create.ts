// `levelrail freezes create`: a time in which deploys are held.
import { command } from '../../command.ts'
import { scopeFrom, scopeOptions, timeOptions, timesFrom } from '../../freeze-options.ts'
import { freezeState } from '../../output/freeze-text.ts'

export const freezesCreate = command({
  name: 'freezes create',
  summary: 'Hold deploys for a time, once or again and again',
  details: 'Prints the id. Deploys that are asked for meanwhile wait, and go on when it ends.',
  arguments: { name: { what: 'What to call it' } },
  options: { ...timeOptions, ...scopeOptions },
  examples: [
    'levelrail freezes create christmas --from 2026-12-20T18:00:00Z --until 2027-01-04T06:00:00Z',
    'levelrail freezes create weekend --schedule "0 18 * * fri" --duration 60h --time-zone Europe/Berlin',
    'levelrail freezes create audit --until 2026-12-01T12:00:00Z --app web --reason "the auditors are here"',
  ],
  async run({ client, settings, output, now }, { name, project, environment, app, ...times }) {
    const body = { name, ...scopeFrom({ project, environment, app }), ...timesFrom(times) }
    const window = await client.freezeCreate({ body })
    if (settings.json) output.json(window)
    else output.text(window.id)
    output.note(`${window.name}, for ${window.scope_name}, ${freezeState(window, now)}`)
    return undefined
  },
})
