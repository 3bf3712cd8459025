// Moves a deploy on: phases while it is in progress, and the one outcome at its end. An outcome is never rewritten.
import type { Failure, Outcome, PhaseName } from '@levelrail/contract/schemas/deploys.ts'
import type { Context } from '../../context.ts'
import { isoNow } from '../../lib/clock.ts'
import type { Db, Trx } from '../../store/store.ts'
import { type EventActor, type NewEvent, recordEvent } from '../events/record-event.ts'
import { approvalColumns } from '../guards/approval.ts'
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

/** What has not ended yet: a held one can be cancelled and superseded, but neither succeed nor fail. */
function openOutcomes(next: Outcome): Outcome[] {
  return next === 'canceled' || next === 'superseded' ? ['in_progress', 'blocked'] : ['in_progress']
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
    .where('outcome', 'in', openOutcomes(outcome))
    .executeTakeFirst()
  if (!row) return false
  const deploy = readDeploy(row)
  const { phases: before, approval } = deploy
  const phases = outcome === 'healthy' ? enterPhase(before, 'switching', now) : endPhases(before, now)
  const { numUpdatedRows } = await trx
    .updateTable('deploys')
    .set({
      outcome,
      phases: JSON.stringify(phases),
      failure: failure ? JSON.stringify(failure) : null,
      finished_at: now,
      hold: null,
      ...(approval?.state === 'pending' ? approvalColumns({ ...approval, state: 'canceled' }) : {}),
    })
    .where('id', '=', deployId)
    .where('outcome', '=', row.outcome)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  const why = failure ? `: ${failure.cause} ${failure.next}` : outcome === 'canceled' ? cancelReason(deploy) : ''
  await logDeploy(trx, clock, deployId, `--- ${outcome}${why}`)
  await recordEvent(trx, { clock }, { ...settledEvent(deploy, outcome, failure), ...(actor ? { actor } : {}) })
  return true
}

function cancelReason({ approval }: StoredDeploy): string {
  if (approval?.state === 'expired') return ': nobody approved it in time'
  return approval?.state === 'rejected' ? `: rejected by ${approval.votes.at(-1)?.by}` : ''
}

function settledEvent(
  deploy: StoredDeploy,
  outcome: 'healthy' | 'failed' | 'canceled' | 'superseded',
  failure: Failure | null,
): NewEvent {
  const { app, id, image, rollbackTo } = deploy
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
      return { ...about, kind: 'deploy_canceled', title: `Deploy of ${image} cancelled${cancelReason(deploy)}` }
    case 'superseded':
      return { ...about, kind: 'deploy_superseded', title: `Deploy of ${image} superseded by a newer one` }
  }
}

/** A held one takes nothing away from what is in progress until it goes on itself. */
export async function supersedeDeploys(
  trx: Trx,
  ctx: Needs,
  app: string,
  which: readonly ('in_progress' | 'blocked')[],
): Promise<void> {
  const under = await trx
    .selectFrom('deploys')
    .select('id')
    .where('app', '=', app)
    .where('outcome', 'in', which)
    .execute()
  for (const { id } of under) await settleDeploy(trx, ctx, id, 'superseded', null)
}
