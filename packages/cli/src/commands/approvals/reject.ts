// `levelrail approvals reject`: decides on a deploy of somebody else.
import { command } from '../../command.ts'
import { commentOption, decidedText, decisionArguments } from '../../decide-deploy.ts'
import { newestDeploy } from '../../find-deploy.ts'

export const approvalsReject = command({
  name: 'approvals reject',
  summary: 'Reject a deploy that somebody else asked for, which cancels it',
  arguments: decisionArguments,
  options: commentOption,
  examples: ['levelrail approvals reject web', 'levelrail approvals reject web DEPLOY_ID --comment "not on a Friday"'],
  async run({ client, settings, output }, { app, id = newestDeploy, comment }) {
    const body = comment === undefined ? {} : { comment }
    const deploy = await client.deployReject({ params: { name: app, deployId: id }, body })
    if (settings.json) output.json(deploy)
    output.note(decidedText(deploy, 'rejected'))
    return undefined
  },
})
