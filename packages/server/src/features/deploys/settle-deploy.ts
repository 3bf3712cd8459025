// Moves a deploy on: phases while it is in progress, and the one outcome at its end. An outcome is never rewritten.
import type { Failure, Outcome, PhaseName } from '@levelrail/contract/schemas/deploys.ts'
import type { Context } from '../../context.ts'
import { isoNow } from '../../lib/clock.ts'
import type { Db, Trx } from '../../store/store.ts'
import { type EventActor, type NewEvent, recordEvent } from '../events/record-event.ts'
import { endPhases, enterPhase, readDeploy, type StoredDeploy } from './deploy.ts'
import { logDeploy } from './deploy-log.ts'

type Needs = Pick<Context, 'clock'>

export async function enterDeployPhase(
  db: Db | Trx,
  { clock }: Needs,
  deployId: string,
  phase: PhaseName,
): Promise<void> {
  const row = await db.selectFrom('deploys').selectAll().where('id', '=', deployId).executeTakeFirst()
  if (!row) return
  const phases = enterPhase(readDeploy(row).phases, phase, isoNow(clock))
  await db
    .updateTable('deploys')
    .set({ phases: JSON.stringify(phases) })
    .where('id', '=', deployId)
    .execute()
  await logDeploy(db, clock, deployId, `--- ${phase}`)
}

export async function setDeployImage(trx: Trx, deployId: string, digest: string, imageId: string): Promise<void> {
  await trx.updateTable('deploys').set({ digest, image_id: imageId }).where('id', '=', deployId).execute()
}

/** Its image is gone from the machine before anything was made of it: it is to be got again, exactly as it was. */
export async function forgetDeployImage(db: Db, deployId: string): Promise<void> {
  await db
    .updateTable('deploys')
    .set({ image_id: null })
    .where('id', '=', deployId)
    .where('outcome', '=', 'in_progress')
    .execute()
}

/** True for the one who ended it. */
export async function settleDeploy(
  trx: Trx,
  { clock }: Needs,
  deployId: string,
  outcome: Exclude<Outcome, 'in_progress' | 'blocked'>,
  failure: Failure | null,
  actor?: EventActor,
): Promise<boolean> {
  const now = isoNow(clock)
  const row = await trx
    .selectFrom('deploys')
    .selectAll()
    .where('id', '=', deployId)
    .where('outcome', '=', 'in_progress')
    .executeTakeFirst()
  if (!row) return false
  const deploy = readDeploy(row)
  const before = deploy.phases
  const phases = outcome === 'healthy' ? enterPhase(before, 'switching', now) : endPhases(before, now)
  const { numUpdatedRows } = await trx
    .updateTable('deploys')
    .set({
      outcome,
      phases: JSON.stringify(phases),
      failure: failure ? JSON.stringify(failure) : null,
      finished_at: now,
    })
    .where('id', '=', deployId)
    .where('outcome', '=', 'in_progress')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await logDeploy(trx, clock, deployId, failure ? `--- ${outcome}: ${failure.cause} ${failure.next}` : `--- ${outcome}`)
  await recordEvent(trx, { clock }, { ...settledEvent(deploy, outcome, failure), ...(actor ? { actor } : {}) })
  return true
}

function settledEvent(
  { app, id, image, rollbackTo }: StoredDeploy,
  outcome: 'healthy' | 'failed' | 'canceled' | 'superseded',
  failure: Failure | null,
): NewEvent {
  const about = { app, deployId: id, detail: { image, ...(rollbackTo ? { rollback_to: rollbackTo } : {}) } }
  switch (outcome) {
    case 'healthy':
      return rollbackTo
        ? { ...about, kind: 'rolled_back', title: `Rolled back to ${image}` }
        : { ...about, kind: 'deploy_succeeded', title: `${image} is serving` }
    case 'failed':
      return {
        ...about,
        kind: 'deploy_failed',
        title: `Deploy of ${image} failed: ${failure?.code ?? 'unknown'}`,
        detail: { ...about.detail, code: failure?.code ?? 'unknown' },
      }
    case 'canceled':
      return { ...about, kind: 'deploy_canceled', title: `Deploy of ${image} cancelled` }
    case 'superseded':
      return { ...about, kind: 'deploy_superseded', title: `Deploy of ${image} superseded by a newer one` }
  }
}

export async function supersedeDeploys(trx: Trx, ctx: Needs, app: string): Promise<void> {
  const under = await trx
    .selectFrom('deploys')
    .select('id')
    .where('app', '=', app)
    .where('outcome', '=', 'in_progress')
    .execute()
  for (const { id } of under) await settleDeploy(trx, ctx, id, 'superseded', null)
}
