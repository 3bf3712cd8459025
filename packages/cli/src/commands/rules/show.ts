// `levelrail rules show`: what the ingress does with requests for an app.
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'
import { rulesText } from '../../output/rule-text.ts'

export const rulesShow = command({
  name: 'rules show',
  summary: 'Show what the ingress does with requests for an app',
  arguments: { name: appArgument },
  options: {},
  examples: ['levelrail rules show web', 'levelrail rules show web --json > rules.json'],
  async run({ client, settings, output }, { name }) {
    const rules = await client.appRulesView({ params: { name } })
    if (settings.json) output.json(rules)
    else output.text(rulesText(rules))
    return undefined
  },
})
