// `levelrail deploys cancel`: stops a deploy that is in progress; what served before goes on.
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'
import { deployArgument, newestDeploy } from '../../find-deploy.ts'

export const deploysCancel = command({
  name: 'deploys cancel',
  summary: 'Stop a deploy that is in progress; what runs goes on',
  arguments: { app: appArgument, id: deployArgument },
  options: {},
  examples: ['levelrail deploys cancel web', 'levelrail deploys cancel web DEPLOY_ID'],
  async run({ client, settings, output }, { app, id = newestDeploy }) {
    const deploy = await client.deployCancel({ params: { name: app, deployId: id } })
    if (settings.json) output.json(deploy)
    output.note(`deploy ${deploy.id} of ${app} is ${deploy.outcome}`)
    return undefined
  },
})
