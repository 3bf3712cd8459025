// `levelrail rules maintenance`: shows visitors a page instead of the app, or the app again.
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'

export const rulesMaintenance = command({
  name: 'rules maintenance',
  summary: 'Show visitors a page instead of an app, or the app again',
  details: 'Acts at once. Requests are answered with 503 and Retry-After; the app goes on running.',
  arguments: { name: appArgument, state: { what: 'on or off', of: ['on', 'off'] } },
  options: { message: { kind: 'text', value: 'TEXT', what: 'What visitors read; kept for the next time' } },
  examples: ['levelrail rules maintenance web on --message "Back at noon."', 'levelrail rules maintenance web off'],
  async run({ client, settings, output }, { name, state, message }) {
    const before = await client.appRulesView({ params: { name } })
    const maintenance = { enabled: state === 'on', message: message ?? before.maintenance.message }
    const rules = await client.appRulesSet({ params: { name }, body: { ...before, maintenance } })
    if (settings.json) output.json(rules)
    output.note(state === 'on' ? `visitors of ${name} see the page of maintenance` : `visitors of ${name} see it again`)
    return undefined
  },
})
