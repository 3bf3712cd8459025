// `levelrail envs clone`: records a copy of an environment with its apps; its id goes to stdout. Nothing is deployed.
import type { EnvironmentClone } from '@levelrail/contract/schemas/clones.ts'
import { cloneOptions } from '../../clone-options.ts'
import { command } from '../../command.ts'
import { usage } from '../../exit-codes.ts'
import { environmentArgument } from '../../group-arguments.ts'
import { appCloneColumns, environmentCloneText } from '../../output/clone-text.ts'

export const envsClone = command({
  name: 'envs clone',
  summary: 'Record a copy of an environment with its apps',
  details: 'Each app becomes <app>-<name> unless --app says otherwise. All of it is made, or nothing.',
  arguments: { environment: environmentArgument, name: { what: 'Name of the new environment' } },
  options: {
    app: { kind: 'texts', value: 'APP=NAME', what: 'Another name for the copy of an app' },
    domain: { kind: 'texts', value: 'APP=HOST[/PATH]', what: 'Domain of the copy of an app' },
    ...cloneOptions,
  },
  examples: [
    'levelrail envs clone PRODUCTION_ID staging --preview',
    'levelrail envs clone PRODUCTION_ID staging --app web=web-next --domain web=next.example.com',
  ],
  async run(
    { client, settings, output },
    { environment: id, name, app, domain, preview, 'copy-secrets': copySecrets },
  ) {
    if (preview) {
      const query = { new_environment_name: name }
      const shown = await client.environmentClonePreview({ params: { id }, query })
      if (settings.json) output.json(shown)
      else {
        output.text(environmentCloneText(shown))
        output.table(appCloneColumns, shown.apps)
      }
      return undefined
    }
    const apps = overridesOf(app, domain)
    const body = {
      new_environment_name: name,
      ...(apps.length > 0 && { apps }),
      ...(copySecrets && { copy_secret_values: true }),
    }
    const cloned = await client.environmentClone({ params: { id }, body })
    if (settings.json) output.json(cloned)
    else output.text(cloned.id)
    for (const made of cloned.apps)
      output.note(`${made.source_app} -> ${made.name}${waiting(made.secrets_without_value)}`)
    if (cloned.secrets_without_value.length > 0) output.note(`the environment${waiting(cloned.secrets_without_value)}`)
    return undefined
  },
})

function waiting(secrets: string[]): string {
  return secrets.length > 0 ? ` waits for secrets: ${secrets.join(', ')}` : ''
}

export function overridesOf(
  names: readonly string[],
  domains: readonly string[],
): NonNullable<EnvironmentClone['apps']> {
  const renamed = new Map(names.map((text) => pairOf('app', text)))
  const reached = Map.groupBy(
    domains.map((text) => pairOf('domain', text)),
    ([app]) => app,
  )
  return [...new Set([...renamed.keys(), ...reached.keys()])].map((source_app) => {
    const new_name = renamed.get(source_app)
    const own = reached.get(source_app)?.map(([, host]) => host)
    return { source_app, ...(new_name !== undefined && { new_name }), ...(own && { domains: own }) }
  })
}

function pairOf(option: string, text: string): [string, string] {
  const at = text.indexOf('=')
  if (at < 1 || at === text.length - 1)
    throw usage(`--${option} ${JSON.stringify(text)} is not APP=…`, 'see: levelrail envs clone --help')
  return [text.slice(0, at), text.slice(at + 1)]
}
