// `levelrail apps move`: files an app under a project and tags it with an environment. Its containers are not touched.
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'
import { usage } from '../../exit-codes.ts'
import { targetId } from '../../group-arguments.ts'
import { pendingText } from '../../output/app-text.ts'

export const appsMove = command({
  name: 'apps move',
  summary: 'File an app under a project or an environment',
  details: 'What runs goes on. The variables shared there reach the app with its next deploy or restart.',
  arguments: { name: appArgument },
  options: {
    project: { kind: 'text', value: 'ID', what: 'Under this project' },
    'no-project': { kind: 'flag', what: 'Out of its project and environment' },
    environment: { kind: 'text', value: 'ID', what: 'With the tag of this environment' },
    'no-environment': { kind: 'flag', what: 'Without the tag of an environment' },
  },
  examples: [
    'levelrail apps move web --project PROJECT_ID --environment ENVIRONMENT_ID',
    'levelrail apps move web --no-project',
  ],
  async run({ client, settings, output }, { name, project, environment, ...out }) {
    const projectId = targetId('project', project, out['no-project'])
    const environmentId = targetId('environment', environment, out['no-environment'])
    if (projectId === undefined && environmentId === undefined)
      throw usage('say where to', 'see: levelrail apps move --help')
    let app = await client.appView({ params: { name } })
    if (projectId !== undefined)
      app = await client.appMoveToProject({ params: { name }, body: { project_id: projectId } })
    if (environmentId !== undefined)
      app = await client.appMoveToEnvironment({ params: { name }, body: { environment_id: environmentId } })
    if (settings.json) output.json(app)
    output.note(`${name}: project ${app.project_id || 'none'}, environment ${app.environment_id || 'none'}`)
    if (app.pending.length > 0) output.note(pendingText(app))
    return undefined
  },
})
