// Starts a deploy: the one place where deploys begin, whoever asks. It takes the snapshot that will run; what is edited
// afterwards waits for the next one. Spec 3.1, rulings 1-3, 14.
import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import type { Deploy, DeployCreate } from '@levelrail/contract/schemas/deploys.ts'
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
import { type EventActor, recordEvent } from '../events/record-event.ts'
import { requireConfirm } from '../projects/protected-environment.ts'
import { readDeploy, type StoredDeploy } from './deploy.ts'
import { logDeploy } from './deploy-log.ts'
import { findDeploy, insertDeploy } from './deploy-store.ts'
import { describeFailure } from './failure-codes.ts'
import { supersedeDeploys } from './settle-deploy.ts'

export interface DeployRequest extends DeployCreate {
  source: Deploy['source']
  by: string
  /** Exactly this image, whatever its tag means today. */
  digest?: string
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
  const id = newId('dep', ctx.clock.now())
  const earlier = request.rollback_to === undefined ? undefined : await rollbackTarget(trx, app.name, request)
  const image = earlier?.image ?? request.image ?? app.spec.image
  if (image === '') throw badRequest(`app ${JSON.stringify(app.name)} has no image yet: name one in "image"`)
  checkImage(image)
  const isEnvRestored = earlier !== undefined && request.restore_env === true
  const spec: AppSpec = {
    ...app.spec,
    image,
    ...(isEnvRestored ? { env: earlier.spec.env, secret_env: earlier.spec.secret_env } : {}),
  }
  const taken = isEnvRestored
    ? { env: earlier.env, sealed: resealFrom(ctx, earlier, id), missing: [] }
    : await takeEnv(trx, ctx, { ...app, spec }, deployEnvPlace(id))

  await supersedeDeploys(trx, ctx, app.name)
  const now = isoNow(ctx.clock)
  const failure = taken.missing.length > 0 ? describeFailure('missing_env', { names: taken.missing.join(', ') }) : null
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
    outcome: failure ? 'failed' : 'in_progress',
    phases: JSON.stringify([{ name: 'queued', started_at: now, finished_at: failure ? now : null }]),
    failure: failure ? JSON.stringify(failure) : null,
    note: request.note ?? '',
    requested_by: request.by,
    started_at: now,
    finished_at: failure ? now : null,
    hooks: null,
  }
  await insertDeploy(trx, row)
  await recordEvent(trx, ctx, {
    app: app.name,
    kind: failure ? 'deploy_failed' : 'deploy_started',
    title: failure
      ? `Deploy of ${image} failed: ${failure.code}`
      : earlier
        ? `Rollback to ${image} started`
        : `Deploy of ${image} started`,
    detail: {
      image,
      source: row.source,
      ...(earlier ? { rollback_to: earlier.id } : {}),
      ...(failure ? { code: failure.code } : {}),
      ...(request.override_freeze === true ? { override_reason: request.override_reason } : {}),
    },
    deployId: id,
    ...(request.actor ? { actor: request.actor } : {}),
  })
  await trx
    .updateTable('apps')
    .set({ spec: JSON.stringify({ ...app.spec, image }), updated_at: now })
    .where('name', '=', app.name)
    .execute()
  await logDeploy(
    trx,
    ctx.clock,
    id,
    failure ? `--- failed: ${failure.cause}` : `deploy of ${image} asked for by ${request.by}`,
  )
  return readDeploy(row)
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
