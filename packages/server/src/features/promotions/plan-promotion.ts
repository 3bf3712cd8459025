// Reads what a promotion is about and what it would change, for its preview and for itself: both say the same.

import type { Environment } from '@levelrail/contract/schemas/projects.ts'
import type { PromotePreview } from '@levelrail/contract/schemas/promotions.ts'
import { badRequest } from '../../errors.ts'
import { mayTouch, type SignedIn } from '../../http/actor.ts'
import type { Db, Trx } from '../../store/store.ts'
import { appSubject, type StoredApp } from '../apps/app.ts'
import { missingSecrets, readAppEnv } from '../apps/app-env.ts'
import type { OwnEnv } from '../apps/app-spec.ts'
import { findApp, listAppsOfEnvironment } from '../apps/app-view.ts'
import { getDeployInProgress } from '../deploys/deploy-view.ts'
import { runningSide } from '../deploys/preview-deploy.ts'
import { snapshotOf } from '../env/env-value.ts'
import { previewHolds } from '../guards/preview-holds.ts'
import { getEnvironment, targetEnvironment } from '../projects/project-view.ts'
import { conditionsBySubject } from '../system/conditions.ts'
import { findCounterparts } from './find-counterpart.ts'
import { includedKeys, includeEnv } from './include-env.ts'
import { findBlockers } from './promotion-blockers.ts'
import { diffSettings, diffVariables } from './promotion-diff.ts'

export interface PromotionWish {
  to: string
  target_name?: string
  include_env?: boolean
}

export interface Promotion {
  source: StoredApp
  target: StoredApp | undefined
  /** Variables and names of secrets of its own that the target would have with those of the source. */
  own: OwnEnv | undefined
  preview: PromotePreview
}

export async function planPromotion(
  db: Db | Trx,
  actor: SignedIn,
  name: string,
  wish: PromotionWish,
  now: Date,
): Promise<Promotion> {
  const source = await findApp(db, name)
  const environment = await targetEnvironment(db, 'to', wish.to, source.projectId)
  if (environment.id === source.environmentId)
    throw badRequest(`to: app ${JSON.stringify(name)} is in environment ${JSON.stringify(environment.name)} already`)
  const sourceEnvironment = await getEnvironment(db, source.environmentId)
  const there = (await listAppsOfEnvironment(db, environment.id)).filter((app) => mayTouch(actor, 'app', app.name))
  const targets = chooseTargets({ source, sourceEnvironment, environment, there }, wish.target_name)
  const target = targets.length === 1 ? targets[0] : undefined
  const own = target && source.running ? includeEnv(target.spec, source.running.spec) : undefined
  return {
    source,
    target,
    own,
    preview: await previewOf(db, { source, sourceEnvironment, environment, targets, own, wish, now }),
  }
}

interface Found {
  source: StoredApp
  sourceEnvironment: Environment | undefined
  environment: Environment
}

function chooseTargets(
  { source, sourceEnvironment, environment, there }: Found & { there: StoredApp[] },
  name: string | undefined,
): StoredApp[] {
  if (name === undefined) {
    const names = findCounterparts(
      { name: source.name, environmentName: sourceEnvironment?.name ?? '' },
      { environmentName: environment.name, names: there.map((app) => app.name) },
    )
    return there.filter((app) => names.includes(app.name))
  }
  const named = there.find((app) => app.name === name)
  if (!named)
    throw badRequest(`target_name: environment ${JSON.stringify(environment.name)} has no app ${JSON.stringify(name)}`)
  return [named]
}

async function previewOf(
  db: Db | Trx,
  {
    source,
    sourceEnvironment,
    environment,
    targets,
    own,
    wish,
    now,
  }: Found & {
    targets: StoredApp[]
    own: Promotion['own']
    wish: PromotionWish
    now: Date
  },
): Promise<PromotePreview> {
  const target = targets.length === 1 ? targets[0] : undefined
  const variables = target ? snapshotOf(await readAppEnv(db, target)) : undefined
  const sourceSide = runningSide(source)
  const targetSide = target && variables ? { digest: null, spec: target.spec, env: variables } : null
  const included = target && own ? includedKeys(target.spec, own) : []
  const [before, after] = [target?.running, source.running]
  const isChanged = before?.digest !== after?.digest
  const includedNow = wish.include_env === true ? included : []
  return {
    source: {
      app: source.name,
      environment_id: source.environmentId,
      environment_name: sourceEnvironment?.name ?? '',
    },
    target: {
      app: target?.name ?? null,
      environment_id: environment.id,
      environment_name: environment.name,
      protected: environment.protected,
    },
    image: {
      before: before?.spec.image ?? null,
      after: after?.spec.image ?? null,
      before_digest: before?.digest ?? null,
      after_digest: after?.digest ?? null,
      changed: isChanged,
    },
    ...diffSettings(sourceSide, targetSide),
    env: {
      ...(sourceSide && variables
        ? diffVariables(sourceSide.env, variables)
        : { add: [], remove: [], differ: [], masked: [] }),
      included,
    },
    blockers: findBlockers({
      source: { name: source.name, isDeployed: source.running !== null, notReady: await notReady(db, source) },
      environment,
      targets: targets.map(({ name }) => name),
      target: target && {
        name: target.name,
        isSuspended: target.isSuspended,
        isDeploying: (await getDeployInProgress(db, target.name)) !== undefined,
        isUnchanged: after !== null && !isChanged && includedNow.length === 0,
        missing: await missingAfter(db, target, wish.include_env === true ? own : undefined),
      },
      holds: target ? await previewHolds(db, target, now) : [],
    }),
  }
}

/** Why the app does not serve, in words; undefined when it does. */
async function notReady(db: Db | Trx, app: StoredApp): Promise<string | undefined> {
  const conditions = (await conditionsBySubject(db, [appSubject(app.name)])).get(appSubject(app.name)) ?? []
  const ready = conditions.find(({ type }) => type === 'Ready')
  return ready?.status === 'true' ? undefined : ready?.message || ready?.reason || 'nothing is known of it yet'
}

async function missingAfter(db: Db | Trx, target: StoredApp, own: Promotion['own']): Promise<string[]> {
  const app = { ...target, spec: { ...target.spec, ...own } }
  return missingSecrets(app.spec, await readAppEnv(db, app))
}
