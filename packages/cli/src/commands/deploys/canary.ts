// `levelrail deploys canary`: gives a canary another share of the requests, or all of them.
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'
import { newestDeploy } from '../../find-deploy.ts'

export const deploysCanary = command({
  name: 'deploys canary',
  summary: 'Give a canary another share of the requests; with 100 it is what serves',
  details: 'Take it back with `levelrail deploys cancel`: what served before gets all requests again.',
  arguments: { app: appArgument },
  options: {
    weight: { kind: 'number', value: 'PERCENT', what: 'Share of the requests, 1 to 100', required: true },
    id: { kind: 'text', value: 'DEPLOY_ID', what: 'Another deploy than the newest' },
  },
  examples: ['levelrail deploys canary web --weight 50', 'levelrail deploys canary web --weight 100'],
  async run({ client, settings, output }, { app, weight, id = newestDeploy }) {
    const deploy = await client.deployCanarySet({ params: { name: app, deployId: id }, body: { weight } })
    if (settings.json) output.json(deploy)
    output.note(
      deploy.canary_weight === undefined
        ? `deploy ${deploy.id} of ${app} takes over`
        : `deploy ${deploy.id} of ${app} gets ${deploy.canary_weight} % of the requests`,
    )
    return undefined
  },
})
