// `levelrail apps set`: changes only the settings that are named.
import { appArgument, appChanges, appOptions, unsetOptions } from '../../app-options.ts'
import { command } from '../../command.ts'
import { usage } from '../../exit-codes.ts'
import { pendingText } from '../../output/app-text.ts'

export const appsSet = command({
  name: 'apps set',
  summary: 'Change settings of an app; the others stay',
  details: 'Replicas and limits act at once; the rest takes effect with the next deploy or restart.',
  arguments: { name: appArgument },
  options: { ...appOptions, ...unsetOptions },
  examples: [
    'levelrail apps set web --replicas 3',
    'levelrail apps set web --env LOG_LEVEL=debug --unset-env OLD_SETTING',
    'levelrail apps set web --memory 1Gi --unset-cpu',
    'levelrail apps set web --readiness-http /healthz --readiness-interval 2s --liveness-tcp',
    'levelrail apps set web --pre-deploy bin/migrate --pre-deploy-timeout 5m',
  ],
  async run({ client, settings, output }, { name, ...input }) {
    const changes = appChanges(input, await client.appView({ params: { name } }))
    if (Object.keys(changes).length === 0) throw usage('nothing to change', 'see: levelrail apps set --help')
    const app = await client.appUpdate({ params: { name }, body: changes })
    if (settings.json) output.json(app)
    output.note(`${name}: ${Object.keys(changes).join(', ')} changed`)
    if (app.pending.length > 0 && app.current_deploy_id !== null) output.note(pendingText(app))
    return undefined
  },
})
