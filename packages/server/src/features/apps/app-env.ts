// The environment of an app: its plain variables, then its secrets over them. Spec 2.3, the app's own layers.
import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import { boxFor, type Context } from '../../context.ts'
import { Secret } from '../../lib/secret.ts'
import type { Db, Trx } from '../../store/store.ts'
import { listSecretRows, secretPlace } from './app-secret-store.ts'

export interface SecretValues {
  /** Sealed as one text for the snapshot; null when there are none. */
  sealed: string | null
  missing: string[]
}

type Needs = Pick<Context, 'box'>

/** Takes the declared secrets as they are now, sealed anew for the row that keeps the snapshot. */
export async function sealSecretsFor(
  db: Db | Trx,
  ctx: Needs,
  app: string,
  spec: AppSpec,
  place: { table: string; row: string; column: string },
): Promise<SecretValues> {
  const rows = await listSecretRows(db, app)
  const declared = rows.filter(({ name }) => spec.secret_env.some((secret) => secret.name === name))
  const missing = spec.secret_env
    .filter(({ name, required }) => required && !rows.some((row) => row.name === name))
    .map(({ name }) => name)
  if (declared.length === 0) return { sealed: null, missing }
  const box = boxFor(ctx, 'a secret of an app')
  const values = Object.fromEntries(
    declared.map(({ name, value_sealed }) => [name, box.open(secretPlace(app, name), value_sealed).reveal()]),
  )
  return { sealed: box.seal(place, new Secret(JSON.stringify(values))), missing }
}

export function openSecrets(
  ctx: Needs,
  place: { table: string; row: string; column: string },
  sealed: string | null,
): Record<string, string> {
  return sealed === null ? {} : JSON.parse(boxFor(ctx, 'a secret of an app').open(place, sealed).reveal())
}

export function deployEnvPlace(deployId: string) {
  return { table: 'deploys', row: deployId, column: 'env_sealed' }
}

export function runningEnvPlace(app: string) {
  return { table: 'apps', row: app, column: 'running_env_sealed' }
}
