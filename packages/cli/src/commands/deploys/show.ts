// `levelrail deploys show`: what became of a deploy, phase by phase, and why it failed.
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'
import { deployArgument, newestDeploy } from '../../find-deploy.ts'
import { deployText } from '../../output/deploy-text.ts'

export const deploysShow = command({
  name: 'deploys show',
  summary: 'Show what became of a deploy, and why',
  arguments: { app: appArgument, id: deployArgument },
  options: {},
  examples: ['levelrail deploys show web', 'levelrail deploys show web DEPLOY_ID --json'],
  async run({ client, settings, output, now }, { app, id = newestDeploy }) {
    const deploy = await client.deployView({ params: { name: app, deployId: id } })
    if (settings.json) output.json(deploy)
    else output.text(deployText(deploy, now, output.paint))
    return undefined
  },
})
