// What a deploy changed, or what going back to it would change, before anybody does so.
import type { Db } from '../../store/store.ts'
import type { StoredApp } from '../apps/app.ts'
import { readAppEnv } from '../apps/app-env.ts'
import { snapshotOf } from '../env/env-value.ts'
import type { StoredDeploy } from './deploy.ts'
import type { DiffSide } from './deploy-diff.ts'

/** What runs now. Replicas and limits act at once, so they are as in the record. */
export function runningSide({ spec, running }: StoredApp): DiffSide | null {
  if (!running) return null
  const { replicas, resources } = spec
  return sideOf(running.digest, { ...running.spec, replicas, resources }, running.env)
}

export function deploySide({ digest, spec, env }: StoredDeploy): DiffSide {
  return sideOf(digest, spec, env)
}

/** The image of the earlier deploy with the settings of now, and with its own variables only when asked for. */
export async function rollbackSide(
  db: Db,
  app: StoredApp,
  deploy: StoredDeploy,
  isEnvRestored: boolean,
): Promise<DiffSide> {
  const spec = { ...app.spec, image: deploy.image }
  if (isEnvRestored) return { ...deploySide(deploy), spec }
  return { digest: deploy.digest, spec, env: snapshotOf(await readAppEnv(db, { ...app, spec })) }
}

function sideOf(digest: string | null, spec: DiffSide['spec'], env: StoredDeploy['env'] | undefined): DiffSide {
  return { digest, spec, env: env ?? { plain: spec.env, secrets: {} } }
}
