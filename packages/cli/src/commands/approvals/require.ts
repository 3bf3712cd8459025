// `levelrail approvals require`: deploys of an app or in an environment need other people's approval, or no longer.
import { command } from '../../command.ts'
import { usage } from '../../exit-codes.ts'
import { scopeOptions } from '../../freeze-options.ts'

export const approvalsRequire = command({
  name: 'approvals require',
  summary: 'Let deploys wait until other people have approved them',
  details: 'Needs root. Deploys that wait already keep the rule under which they were asked for.',
  arguments: {},
  options: {
    app: scopeOptions.app,
    environment: scopeOptions.environment,
    people: { kind: 'number', value: 'N', what: 'How many people have to approve (default 1)' },
    'expires-after': { kind: 'text', value: 'TIME', what: 'Cancel what nobody approves in this time (default 24h)' },
    off: { kind: 'flag', what: 'No longer' },
  },
  examples: [
    'levelrail approvals require --environment ID --people 2',
    'levelrail approvals require --app web --expires-after 4h',
    'levelrail approvals require --app web --off',
  ],
  async run({ client, settings, output }, { app, environment, people = 1, 'expires-after': expires_after, off }) {
    if ((app === undefined) === (environment === undefined))
      throw usage('say what needs approvals', 'give one of --app NAME and --environment ID')
    const [ofApp, ofEnvironment] = [{ params: { name: app ?? '' } }, { params: { id: environment ?? '' } }]
    if (off) {
      await (app === undefined
        ? client.environmentApprovalRuleDelete(ofEnvironment)
        : client.appApprovalRuleDelete(ofApp))
      output.note(`${app ?? environment} needs no approvals any more`)
      return undefined
    }
    const body = { required: people, ...(expires_after !== undefined && { expires_after }) }
    const rule = await (app === undefined
      ? client.environmentApprovalRuleSet({ ...ofEnvironment, body })
      : client.appApprovalRuleSet({ ...ofApp, body }))
    if (settings.json) output.json(rule)
    output.note(
      `${rule.scope_name}: deploys wait for ${rule.required} other ${rule.required > 1 ? 'people' : 'person'}, ${rule.expires_after} at most`,
    )
    return undefined
  },
})
