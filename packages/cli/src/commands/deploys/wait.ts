// `levelrail deploys wait`: waits for the end of a deploy, and ends as it did.
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'
import { deployArgument, newestDeploy } from '../../find-deploy.ts'
import { patienceFrom, timeoutWaitOption } from '../../poll-until.ts'
import { tellEnd, waitForDeploy } from '../../watch-deploy.ts'

export const deploysWait = command({
  name: 'deploys wait',
  summary: 'Wait for the end of a deploy',
  details:
    'Ends with 0 when it is healthy, 7 when it failed or was canceled, superseded or blocked, 6 when it takes too long.',
  arguments: { app: appArgument, id: deployArgument },
  options: timeoutWaitOption,
  examples: ['levelrail deploys wait web', 'levelrail deploys wait web DEPLOY_ID --timeout-wait 2m'],
  async run(context, { app, id = newestDeploy, 'timeout-wait': timeout }) {
    const patience = patienceFrom(timeout)
    // The newest one may be another while we wait: the one of now is meant.
    const deploy = await context.client.deployView({ params: { name: app, deployId: id } })
    tellEnd(context, await waitForDeploy(context, deploy, patience))
    return undefined
  },
})
