// `levelrail apps clone`: records a copy of an app under another name. It is not deployed.
import { appArgument } from '../../app-options.ts'
import { cloneOptions } from '../../clone-options.ts'
import { command } from '../../command.ts'
import { targetId } from '../../group-arguments.ts'
import { appCloneText } from '../../output/clone-text.ts'

export const appsClone = command({
  name: 'apps clone',
  summary: 'Record a copy of an app under another name',
  details: 'Settings and tasks are copied; volumes start empty; domains, host port and node are not copied.',
  arguments: { name: appArgument, new_name: { what: 'Name of the copy' } },
  options: {
    project: { kind: 'text', value: 'ID', what: 'Into this project instead of its own' },
    'no-project': { kind: 'flag', what: 'Into no project' },
    environment: { kind: 'text', value: 'ID', what: 'Into this environment instead of its own' },
    'no-environment': { kind: 'flag', what: 'Into no environment' },
    domain: { kind: 'texts', value: 'HOST[/PATH]', what: 'Domain of the copy' },
    ...cloneOptions,
  },
  examples: [
    'levelrail apps clone web web-two --preview',
    'levelrail apps clone web web-staging --environment STAGING_ID --copy-secrets',
  ],
  async run({ client, settings, output }, { name, new_name, preview, ...input }) {
    if (preview) {
      const shown = await client.appClonePreview({ params: { name }, query: { new_name } })
      if (settings.json) output.json(shown)
      else output.text(appCloneText(shown))
      return undefined
    }
    const project_id = targetId('project', input.project, input['no-project'])
    const environment_id = targetId('environment', input.environment, input['no-environment'])
    const body = {
      new_name,
      ...(project_id !== undefined && { project_id }),
      ...(environment_id !== undefined && { environment_id }),
      ...(input.domain.length > 0 && { domains: [...input.domain] }),
      ...(input['copy-secrets'] && { copy_secret_values: true }),
    }
    const app = await client.appClone({ params: { name }, body })
    if (settings.json) output.json(app)
    output.note(`${app.name} is recorded; deploy it with: levelrail apps deploy ${app.name}`)
    return undefined
  },
})
