// Starts a deploy: the one place where deploys begin, whoever asks. It takes the snapshot that will run; what is edited
// afterwards waits for the next one. Spec 3.1, rulings 1-3, 14.
import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import type { Deploy, DeployCreate, Failure } from '@levelrail/contract/schemas/deploys.ts'
import { boxFor, type Context } from '../../context.ts'
import { badRequest, conflict } from '../../errors.ts'
import { isoNow } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { parseImageReference } from '../../lib/image-reference.ts'
import { Secret } from '../../lib/secret.ts'
import type { Trx } from '../../store/store.ts'
import type { DeployRow } from '../../store/tables.ts'
import type { StoredApp } from '../apps/app.ts'
import { deployEnvPlace, openSecrets, takeEnv } from '../apps/app-env.ts'
import { type OwnEnv, stopsFirst } from '../apps/app-spec.ts'
import { tellChanges } from '../apps/tell-changes.ts'
import { type EventActor, eventActor, type NewEvent, recordEvent } from '../events/record-event.ts'
import { approvalColumns } from '../guards/approval.ts'
import { guardDeploy, noGuards } from '../guards/guard-deploy.ts'
import { holdFailure } from '../guards/hold.ts'
import { tellOverride } from '../guards/tell-override.ts'
import { requireConfirm } from '../projects/protected-environment.ts'
import { readDeploy, type StoredDeploy } from './deploy.ts'
import { logDeploy } from './deploy-log.ts'
import { insertDeploy } from './deploy-store.ts'
import { findDeploy } from './deploy-view.ts'
import { describeFailure } from './failure-codes.ts'
import { supersedeDeploys } from './settle-deploy.ts'

export interface DeployRequest extends DeployCreate {
  source: Deploy['source']
  by: string
  /** Exactly this image, whatever its tag means today. */
  digest?: string
  /** Variables and names of secrets that become the app's own with this deploy. */
  own?: OwnEnv
  /** For the event log; left out, the platform itself. */
  actor?: EventActor
}

type Needs = Pick<Context, 'clock' | 'box'>

export async function startDeploy(trx: Trx, ctx: Needs, app: StoredApp, request: DeployRequest): Promise<StoredDeploy> {
  if (app.isSuspended) throw conflict(`app ${JSON.stringify(app.name)} is stopped: start it before you deploy`)
  // What the platform does by itself, such as an automatic rollback, nobody could confirm.
  await requireConfirm(trx, app.environmentId, request.confirm === true || request.source === 'auto_rollback')
  if (request.override_freeze === true && request.override_reason === undefined)
    throw badRequest('"override_reason" is missing: say why the freeze is overridden')
  if (request.canary_weight !== undefined) checkCanary(app)
  const id = newId('dep', ctx.clock.now())
  const earlier = request.rollback_to === undefined ? undefined : await rollbackTarget(trx, app.name, request)
  const image = earlier?.image ?? request.image ?? app.spec.image
  if (image === '') throw badRequest(`app ${JSON.stringify(app.name)} has no image yet: name one in "image"`)
  checkImage(image)
  const isEnvRestored = earlier !== undefined && request.restore_env === true
  const spec: AppSpec = {
    ...app.spec,
    ...request.own,
    image,
    ...(isEnvRestored ? { env: earlier.spec.env, secret_env: earlier.spec.secret_env } : {}),
  }
  const taken = isEnvRestored
    ? { env: earlier.env, sealed: resealFrom(ctx, earlier, id), missing: [] }
    : await takeEnv(trx, ctx, { ...app, spec }, deployEnvPlace(id))

  const now = isoNow(ctx.clock)
  const overrideReason = request.override_freeze === true ? (request.override_reason ?? null) : null
  // What repairs a deploy does not wait for anybody.
  const { hold, approval, overridden } =
    request.source === 'auto_rollback' ? noGuards : await guardDeploy(trx, ctx, app, request.by, overrideReason)
  const failed = taken.missing.length > 0 ? describeFailure('missing_env', { names: taken.missing.join(', ') }) : null
  const failure = failed ?? (hold ? holdFailure(hold, approval) : null)
  const isHeld = hold !== null && !failed
  await supersedeDeploys(trx, ctx, app.name, isHeld ? ['blocked'] : ['in_progress', 'blocked'])
  const row: DeployRow = {
    id,
    app: app.name,
    source: earlier && request.source !== 'auto_rollback' ? 'rollback' : request.source,
    image,
    digest: earlier?.digest ?? request.digest ?? null,
    image_id: null,
    rollback_to: earlier?.id ?? null,
    spec: JSON.stringify(spec),
    env: taken.env ? JSON.stringify(taken.env) : null,
    env_sealed: taken.sealed,
    outcome: failed ? 'failed' : isHeld ? 'blocked' : 'in_progress',
    phases: JSON.stringify([{ name: isHeld ? 'held' : 'queued', started_at: now, finished_at: failed ? now : null }]),
    failure: failure ? JSON.stringify(failure) : null,
    note: request.note ?? '',
    requested_by: request.by,
    started_at: now,
    finished_at: failed ? now : null,
    hooks: null,
    hold: isHeld ? JSON.stringify(hold) : null,
    ...approvalColumns(failed ? null : approval),
    override_reason: overrideReason,
    canary_weight: request.canary_weight ?? null,
    brings_env: request.own ? 1 : null,
  }
  await insertDeploy(trx, row)
  await tellStart(trx, ctx, row, request)
  if (overridden !== null) await tellOverride(trx, ctx, row, overridden, request.actor)
  // What is held has not been deployed yet; the record follows when it goes on.
  const deploy = readDeploy(row)
  if (!isHeld) await recordDeployed(trx, ctx, app, deploy, request.actor)
  return deploy
}

/** A canary shares the requests with something that serves, so both must be able to run at once. */
function checkCanary(app: StoredApp): void {
  const name = JSON.stringify(app.name)
  if (!app.running)
    throw badRequest(`app ${name} serves nothing that a canary could share requests with: deploy it whole`)
  if (stopsFirst(app.spec))
    throw badRequest(
      `app ${name} stops before its successor starts, so it has no canaries: a volume, a host port and the strategy recreate make it so`,
    )
}

/** After the commit. */
export function wakeForDeploy({ loops }: Pick<Context, 'loops'>, { app, outcome }: StoredDeploy): void {
  loops.wake('apps', app)
  // Its approval may be the next thing to expire.
  if (outcome === 'blocked') loops.wake('held-deploys', 'all')
}

/** What was deployed last is what the record wishes for: the image, and variables where the deploy brings them. */
export async function recordDeployed(
  trx: Trx,
  ctx: Pick<Context, 'clock'>,
  app: StoredApp,
  deploy: StoredDeploy,
  actor: EventActor = eventActor({ kind: 'system' }),
): Promise<void> {
  const before = { ...app, spec: { ...app.spec, image: deploy.image } }
  const spec = deploy.bringsEnv ? { ...before.spec, ...broughtEnv(app.spec, deploy.spec) } : before.spec
  await tellChanges(trx, ctx, before, { spec, isDrainChanged: false }, actor)
  await trx
    .updateTable('apps')
    .set({ spec: JSON.stringify(spec), updated_at: isoNow(ctx.clock) })
    .where('name', '=', app.name)
    .execute()
}

/** Secrets that were declared since it was asked for stay declared. */
function broughtEnv(now: OwnEnv, { env, secret_env }: OwnEnv): OwnEnv {
  const since = now.secret_env.filter(({ name }) => !secret_env.some((secret) => secret.name === name))
  return { env, secret_env: [...secret_env, ...since] }
}

async function tellStart(trx: Trx, ctx: Needs, row: DeployRow, request: DeployRequest): Promise<void> {
  const { id, app, image } = row
  const failure: Failure | null = JSON.parse(row.failure ?? 'null')
  const what = row.rollback_to === null ? `Deploy of ${image}` : `Rollback to ${image}`
  const began: Pick<NewEvent, 'kind' | 'title'> =
    row.outcome === 'failed'
      ? { kind: 'deploy_failed', title: `Deploy of ${image} failed: ${failure?.code}` }
      : row.outcome === 'blocked'
        ? { kind: 'deploy_held', title: `${what} is held: ${failure?.code}` }
        : { kind: 'deploy_started', title: `${what} started` }
  await recordEvent(trx, ctx, {
    ...began,
    app,
    detail: {
      image,
      source: row.source,
      ...(row.rollback_to ? { rollback_to: row.rollback_to } : {}),
      ...(failure ? { code: failure.code } : {}),
      ...(request.override_freeze === true ? { override_reason: request.override_reason } : {}),
    },
    deployId: id,
    ...(request.actor ? { actor: request.actor } : {}),
  })
  if (row.outcome === 'failed') return logDeploy(trx, ctx.clock, id, `--- failed: ${failure?.cause}`)
  await logDeploy(trx, ctx.clock, id, `deploy of ${image} asked for by ${request.by}`)
  if (row.outcome === 'blocked') await logDeploy(trx, ctx.clock, id, `--- held: ${failure?.cause} ${failure?.next}`)
}

async function rollbackTarget(trx: Trx, app: string, request: DeployRequest): Promise<StoredDeploy> {
  if (request.image !== undefined) throw badRequest('give either "image" or "rollback_to", not both')
  const target = await findDeploy(trx, app, request.rollback_to ?? '').catch(() => undefined)
  if (!target)
    throw badRequest(`rollback_to: app ${JSON.stringify(app)} has no deploy ${JSON.stringify(request.rollback_to)}`)
  if (target.digest === null)
    throw badRequest(
      `rollback_to: deploy ${JSON.stringify(target.id)} never got its image, so there is nothing to go back to`,
    )
  return target
}

function resealFrom(ctx: Needs, earlier: StoredDeploy, id: string): string | null {
  if (earlier.envSealed === null) return null
  const values = openSecrets(ctx, deployEnvPlace(earlier.id), earlier.envSealed)
  return boxFor(ctx, 'a secret of an app').seal(deployEnvPlace(id), new Secret(JSON.stringify(values)))
}

function checkImage(image: string): void {
  const parsed = parseImageReference(image)
  if (!parsed.ok) throw badRequest(`image: ${parsed.reason}`)
}
