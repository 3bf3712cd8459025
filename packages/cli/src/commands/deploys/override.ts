// `levelrail deploys override`: lets a deploy that a freeze window holds go on at once.
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'
import { deployArgument, newestDeploy } from '../../find-deploy.ts'
import { outcomeWords } from '../../output/deploy-text.ts'

export const deploysOverride = command({
  name: 'deploys override',
  summary: 'Let a deploy that a freeze window holds go on at once',
  details: 'The reason is kept with the deploy and in the event log, and the override in the audit log.',
  arguments: { app: appArgument, id: deployArgument },
  options: { reason: { kind: 'text', value: 'TEXT', what: 'Why it cannot wait', required: true } },
  examples: ['levelrail deploys override web --reason "the shop is down"'],
  async run({ client, settings, output }, { app, id = newestDeploy, reason }) {
    const body = { override_reason: reason }
    const deploy = await client.deployOverride({ params: { name: app, deployId: id }, body })
    if (settings.json) output.json(deploy)
    output.note(
      `deploy ${deploy.id} of ${app} is ${outcomeWords(deploy)}${deploy.failure ? `: ${deploy.failure.cause}` : ''}`,
    )
    return undefined
  },
})
