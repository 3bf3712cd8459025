// `levelrail approvals approve`: decides on a deploy of somebody else.
import { command } from '../../command.ts'
import { commentOption, decidedText, decisionArguments } from '../../decide-deploy.ts'
import { newestDeploy } from '../../find-deploy.ts'

export const approvalsApprove = command({
  name: 'approvals approve',
  summary: 'Approve a deploy that somebody else asked for',
  arguments: decisionArguments,
  options: commentOption,
  examples: ['levelrail approvals approve web', 'levelrail approvals approve web DEPLOY_ID --comment "looks good"'],
  async run({ client, settings, output }, { app, id = newestDeploy, comment }) {
    const body = comment === undefined ? {} : { comment }
    const deploy = await client.deployApprove({ params: { name: app, deployId: id }, body })
    if (settings.json) output.json(deploy)
    output.note(decidedText(deploy, 'approved'))
    return undefined
  },
})
