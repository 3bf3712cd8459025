// `levelrail deploys logs`: the log of a deploy as it comes, until the deploy is over.
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'
import { deployArgument, newestDeploy } from '../../find-deploy.ts'
import { followDeployLog } from '../../watch-deploy.ts'

export const deploysLogs = command({
  name: 'deploys logs',
  summary: 'Print the log of a deploy until it is over',
  details:
    'With --json one object a line. Ends with 0 whatever became of the deploy; to act on that: levelrail deploys wait.',
  arguments: { app: appArgument, id: deployArgument },
  options: {},
  examples: ['levelrail deploys logs web', 'levelrail deploys logs web DEPLOY_ID --json'],
  async run({ client, connection, settings, output }, { app, id = newestDeploy }) {
    // The newest one may be another by the time the stream is opened again.
    const deploy = await client.deployView({ params: { name: app, deployId: id } })
    const outcome = await followDeployLog(connection, deploy, (line) =>
      settings.json ? output.jsonLine(line) : output.lines([line.text]),
    )
    output.note(`deploy ${deploy.id} of ${app} is ${outcome}`)
    return undefined
  },
})
