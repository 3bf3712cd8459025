// `levelrail apps create`: records an app; with an image, its first deploy starts.
import { appChanges, appOptions, confirmOption, nothingBefore } from '../../app-options.ts'
import { command } from '../../command.ts'
import { usage } from '../../exit-codes.ts'
import { patienceFrom } from '../../poll-until.ts'
import { waitOptions, watchDeploy } from '../../watch-deploy.ts'

export const appsCreate = command({
  name: 'apps create',
  summary: 'Make an app and deploy it',
  details:
    'Without --image nothing is deployed yet. With --wait it ends as the first deploy does, and --json prints that deploy.',
  arguments: { name: { what: 'Name of the new app: small letters, digits and -' } },
  options: {
    ...appOptions,
    project: { kind: 'text', value: 'ID', what: 'Filed under this project' },
    environment: { kind: 'text', value: 'ID', what: 'With the tag of this environment' },
    ...confirmOption,
    'no-deploy': { kind: 'flag', what: 'Only record it; deploy it later' },
    ...waitOptions,
  },
  examples: [
    'levelrail apps create web --image nginx:1.29 --port 80 --wait',
    'levelrail apps create shop --image shop:4 --port 8080 --env LOG_LEVEL=info --memory 512Mi --volume data:/data',
    'levelrail apps create shop --image shop:4 --no-deploy',
    'levelrail apps create shop --image shop:4 --project PROJECT_ID --environment ENVIRONMENT_ID --confirm',
  ],
  async run(context, { name, wait, project, environment, confirm, 'timeout-wait': timeout, ...input }) {
    const { client, settings, output } = context
    const isOnlyRecorded = input['no-deploy']
    const isDeployed = input.image !== undefined && !isOnlyRecorded
    if (wait && !isDeployed) throw usage('there is no deploy to wait for', 'give --image, and no --no-deploy')
    const patience = patienceFrom(timeout)
    const app = await client.appCreate({
      body: {
        name,
        ...appChanges(input, nothingBefore),
        ...(project === undefined ? {} : { project_id: project }),
        ...(environment === undefined ? {} : { environment_id: environment }),
        ...(confirm && { confirm }),
        ...(isOnlyRecorded && { deploy: false }),
      },
    })
    if (settings.json && !wait) output.json(app)
    output.note(`app ${app.name} is recorded${isDeployed ? ' and being deployed' : ', and not deployed yet'}`)
    if (!isDeployed || (settings.json && !wait)) return undefined
    const deploy = await client.deployView({ params: { name, deployId: 'latest' } })
    if (!settings.json) output.text(deploy.id)
    if (wait) await watchDeploy(context, deploy, patience, false)
    return undefined
  },
})
