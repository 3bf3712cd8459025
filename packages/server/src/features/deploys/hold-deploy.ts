// Moves a held deploy: it goes on, or is held by something else than before. Exactly one caller lets it go on.
import type { Hold } from '@levelrail/contract/schemas/guards.ts'
import type { Context } from '../../context.ts'
import { isoNow } from '../../lib/clock.ts'
import type { Trx } from '../../store/store.ts'
import type { StoredApp } from '../apps/app.ts'
import { recordEvent } from '../events/record-event.ts'
import { approvalColumns, type StoredApproval } from '../guards/approval.ts'
import { holdFailure } from '../guards/hold.ts'
import { enterPhase, type StoredDeploy } from './deploy.ts'
import { logDeploy } from './deploy-log.ts'
import { supersedeDeploys } from './settle-deploy.ts'
import { recordDeployed } from './start-deploy.ts'

type Needs = Pick<Context, 'clock'>

/** What was in progress meanwhile is superseded, as by any newer deploy. */
export async function releaseDeploy(trx: Trx, ctx: Needs, app: StoredApp, deploy: StoredDeploy): Promise<void> {
  const now = isoNow(ctx.clock)
  await supersedeDeploys(trx, ctx, app.name, ['in_progress'])
  const { numUpdatedRows } = await trx
    .updateTable('deploys')
    .set({
      outcome: 'in_progress',
      phases: JSON.stringify(enterPhase(deploy.phases, 'queued', now)),
      failure: null,
      hold: null,
    })
    .where('id', '=', deploy.id)
    .where('outcome', '=', 'blocked')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`deploy ${deploy.id} is not held`)
  await recordDeployed(trx, ctx, app, deploy)
  await logDeploy(trx, ctx.clock, deploy.id, '--- queued')
  const { id, image } = deploy
  const title = `Deploy of ${image} goes on`
  await recordEvent(trx, ctx, { app: app.name, kind: 'deploy_released', title, detail: { image }, deployId: id })
}

export async function holdDeploy(trx: Trx, { clock }: Needs, deploy: StoredDeploy, hold: Hold): Promise<void> {
  const failure = holdFailure(hold, deploy.approval)
  await trx
    .updateTable('deploys')
    .set({ hold: JSON.stringify(hold), failure: JSON.stringify(failure) })
    .where('id', '=', deploy.id)
    .where('outcome', '=', 'blocked')
    .execute()
  await logDeploy(trx, clock, deploy.id, `--- held: ${failure.cause}`)
}

export async function saveApproval(trx: Trx, deployId: string, approval: StoredApproval): Promise<void> {
  await trx.updateTable('deploys').set(approvalColumns(approval)).where('id', '=', deployId).execute()
}

/** Freeze windows do not hold it any more. */
export async function saveOverride(trx: Trx, deployId: string, reason: string): Promise<void> {
  await trx.updateTable('deploys').set({ override_reason: reason }).where('id', '=', deployId).execute()
}
