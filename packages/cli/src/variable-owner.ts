// Where variables are shared, as options: exactly one of an organization, a project, an environment or an app.
import type { Client } from '@levelrail/contract/client.ts'
import { usage } from './exit-codes.ts'
import type { Options, OptionValues } from './options.ts'

export const sharingOptions = {
  org: { kind: 'text', value: 'ID', what: 'Of this organization' },
  project: { kind: 'text', value: 'ID', what: 'Of this project' },
  environment: { kind: 'text', value: 'ID', what: 'Of this environment' },
} as const satisfies Options
export const ownerOptions = {
  ...sharingOptions,
  app: { kind: 'text', value: 'NAME', what: 'Of this app alone' },
} as const satisfies Options

export type OwnerInput = Partial<OptionValues<typeof ownerOptions>>
type Env = Record<string, string>

export interface VariableOwner {
  /** For messages, such as `project prj_1`. */
  title: string
  read(): Promise<Env>
  write(env: Env): Promise<Env>
  listSecrets(): Promise<string[]>
  setSecret(key: string, value: string): Promise<unknown>
  deleteSecret(key: string): Promise<unknown>
}

export function ownerOf(client: Client, input: OwnerInput): VariableOwner {
  const given = Object.keys(ownerOptions).filter((name) => input[name as keyof OwnerInput] !== undefined)
  if (given.length !== 1) throw usage('name whose variables', 'give one of --org ID, --project ID, --environment ID')
  if (input.org !== undefined) return organization(client, input.org)
  if (input.project !== undefined) return project(client, input.project)
  if (input.environment !== undefined) return environment(client, input.environment)
  return app(client, input.app ?? '')
}

function organization(client: Client, id: string): VariableOwner {
  const at = { params: { id } }
  return {
    title: `organization ${id}`,
    read: () => client.organizationEnvView(at),
    write: (body) => client.organizationEnvReplace({ ...at, body }),
    listSecrets: () => client.organizationSecretList(at),
    setSecret: (key, value) => client.organizationSecretSet({ params: { id, key }, body: { value } }),
    deleteSecret: (key) => client.organizationSecretDelete({ params: { id, key } }),
  }
}

function project(client: Client, id: string): VariableOwner {
  const at = { params: { id } }
  return {
    title: `project ${id}`,
    read: () => client.projectEnvView(at),
    write: (body) => client.projectEnvReplace({ ...at, body }),
    listSecrets: () => client.projectSecretList(at),
    setSecret: (key, value) => client.projectSecretSet({ params: { id, key }, body: { value } }),
    deleteSecret: (key) => client.projectSecretDelete({ params: { id, key } }),
  }
}

function environment(client: Client, id: string): VariableOwner {
  const at = { params: { id } }
  return {
    title: `environment ${id}`,
    read: () => client.environmentEnvView(at),
    write: (body) => client.environmentEnvReplace({ ...at, body }),
    listSecrets: () => client.environmentSecretList(at),
    setSecret: (key, value) => client.environmentSecretSet({ params: { id, key }, body: { value } }),
    deleteSecret: (key) => client.environmentSecretDelete({ params: { id, key } }),
  }
}

function app(client: Client, name: string): VariableOwner {
  const at = { params: { name } }
  return {
    title: `app ${name}`,
    read: async () => (await client.appView(at)).env,
    write: async (env) => (await client.appUpdate({ ...at, body: { env } })).env,
    listSecrets: async () => (await client.appSecretList(at)).map((secret) => secret.name),
    setSecret: (key, value) => client.appSecretSet({ params: { name, key }, body: { value } }),
    deleteSecret: (key) => client.appSecretDelete({ params: { name, key } }),
  }
}
