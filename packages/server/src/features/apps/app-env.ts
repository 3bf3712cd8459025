// The environment of an app from all its layers, and the snapshot that a deploy or a restart takes of it. What is edited
// afterwards waits for the next one. Spec 2.3, rulings 1.
import type { AppSpec, EnvChanges } from '@levelrail/contract/schemas/apps.ts'
import { boxFor, type Context } from '../../context.ts'
import { Secret } from '../../lib/secret.ts'
import type { Place } from '../../lib/secret-box.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { AppSecretRow } from '../../store/tables.ts'
import { type LayeredVariable, layerEnv } from '../env/env-layers.ts'
import { type EnvSnapshot, type EnvValue, envChanges, snapshotOf } from '../env/env-value.ts'
import { readSharedValues } from '../env/shared-env-view.ts'
import type { StoredApp } from './app.ts'
import { listSecretRowsOf, secretPlace } from './app-secret-store.ts'

export interface TakenEnv {
  env: EnvSnapshot
  /** The values of its secrets, sealed as one text for the row that keeps the snapshot; null when there are none. */
  sealed: string | null
  /** Required variables that no layer has a value for. */
  missing: string[]
}

type Needs = Pick<Context, 'box'>
type Layered = Pick<StoredApp, 'name' | 'spec' | 'projectId' | 'environmentId'>

export async function takeEnv(db: Db | Trx, ctx: Needs, app: Layered, place: Place): Promise<TakenEnv> {
  const variables = await readAppEnv(db, app)
  const missing = missingSecrets(app.spec, variables)
  const env = snapshotOf(variables)
  if (Object.keys(env.secrets).length === 0) return { env, sealed: null, missing }
  const box = boxFor(ctx, 'a secret of an app')
  const values = variables.flatMap(({ key, value }) =>
    'plain' in value ? [] : [[key, box.open(value.place, value.sealed).reveal()]],
  )
  return { env, sealed: box.seal(place, new Secret(JSON.stringify(Object.fromEntries(values)))), missing }
}

/** Required variables that no layer has a value for. */
export function missingSecrets({ secret_env }: AppSpec, variables: LayeredVariable<EnvValue>[]): string[] {
  const isMissing = (name: string) => !variables.some(({ key }) => key === name)
  return secret_env.filter(({ name, required }) => required && isMissing(name)).map(({ name }) => name)
}

/** What the app gets from all layers now. */
export async function readAppEnv(db: Db | Trx, app: Layered): Promise<LayeredVariable<EnvValue>[]> {
  return (await readAppEnvs(db, [app])).get(app.name) ?? []
}

export async function readAppEnvs(
  db: Db | Trx,
  apps: readonly Layered[],
): Promise<Map<string, LayeredVariable<EnvValue>[]>> {
  const projectIds = [...new Set(apps.map(({ projectId }) => projectId).filter((id) => id !== ''))]
  const organizationOf = await organizationsOf(db, projectIds)
  const shared = await readSharedValues(db, [
    ...organizationOf.values(),
    ...projectIds,
    ...apps.map(({ environmentId }) => environmentId),
  ])
  const secrets = await listSecretRowsOf(
    db,
    apps.map(({ name }) => name),
  )
  return new Map(
    apps.map((app) => [
      app.name,
      layerEnv<EnvValue>({
        organization: shared.get(organizationOf.get(app.projectId) ?? '') ?? new Map(),
        project: shared.get(app.projectId) ?? new Map(),
        environment: shared.get(app.environmentId) ?? new Map(),
        app: new Map(Object.entries(app.spec.env).map(([key, plain]) => [key, { plain }])),
        app_secret: secretLayer(app, secrets.get(app.name) ?? []),
      }),
    ]),
  )
}

/** Apps whose variables differ from those that run. */
export async function appsWithPendingEnv(db: Db | Trx, apps: readonly StoredApp[]): Promise<Set<string>> {
  const running = apps.filter((app) => app.running?.env)
  const envs = running.length > 0 ? await readAppEnvs(db, running) : new Map()
  const isPending = ({ name, running }: StoredApp) =>
    running?.env !== undefined && envChanges(running.env, snapshotOf(envs.get(name) ?? [])).length > 0
  return new Set(running.filter(isPending).map(({ name }) => name))
}

/** Only the keys that are named change; null takes one away. */
export function mergeEnv(env: AppSpec['env'], changes: EnvChanges): AppSpec['env'] {
  const merged = Object.entries({ ...env, ...changes })
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null))
}

/** All that a container gets: what the snapshot holds plainly, and its secrets, whose values no text may show. */
export function openEnv(
  ctx: Needs,
  { env, spec, place, sealed }: { env: EnvSnapshot | undefined; spec: AppSpec; place: Place; sealed: string | null },
): { env: Record<string, string>; secretValues: string[] } {
  const secrets = openSecrets(ctx, place, sealed)
  // Snapshots of before there were layers hold the app's own variables alone.
  return { env: { ...(env?.plain ?? spec.env), ...secrets }, secretValues: Object.values(secrets) }
}

export function openSecrets(ctx: Needs, place: Place, sealed: string | null): Record<string, string> {
  return sealed === null ? {} : JSON.parse(boxFor(ctx, 'a secret of an app').open(place, sealed).reveal())
}

export function deployEnvPlace(deployId: string): Place {
  return { table: 'deploys', row: deployId, column: 'env_sealed' }
}

export function runningEnvPlace(app: string): Place {
  return { table: 'apps', row: app, column: 'running_env_sealed' }
}

async function organizationsOf(db: Db | Trx, projectIds: string[]): Promise<Map<string, string>> {
  if (projectIds.length === 0) return new Map()
  const rows = await db.selectFrom('projects').select(['id', 'org_id']).where('id', 'in', projectIds).execute()
  return new Map(rows.map(({ id, org_id }) => [id, org_id]))
}

function secretLayer(app: Layered, rows: AppSecretRow[]): Map<string, EnvValue> {
  const declared = new Set(app.spec.secret_env.map(({ name }) => name))
  return new Map(
    rows
      .filter(({ name }) => declared.has(name))
      .map(({ name, value_sealed }) => [name, { sealed: value_sealed, place: secretPlace(app.name, name) }]),
  )
}
