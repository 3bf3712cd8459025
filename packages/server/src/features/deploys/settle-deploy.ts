// Moves a deploy on: phases while it is in progress, and the one outcome at its end. An outcome is never rewritten.
import type { Failure, Outcome, PhaseName } from '@levelrail/contract/schemas/deploys.ts'
import type { Context } from '../../context.ts'
import { isoNow } from '../../lib/clock.ts'
import type { Db, Trx } from '../../store/store.ts'
import { endPhases, enterPhase, readDeploy } from './deploy.ts'
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

export async function setDeployDigest(db: Db | Trx, deployId: string, digest: string): Promise<void> {
  await db.updateTable('deploys').set({ digest }).where('id', '=', deployId).execute()
}

/** True for the one who ended it. */
export async function settleDeploy(
  trx: Trx,
  { clock }: Needs,
  deployId: string,
  outcome: Exclude<Outcome, 'in_progress' | 'blocked'>,
  failure: Failure | null,
): Promise<boolean> {
  const now = isoNow(clock)
  const row = await trx
    .selectFrom('deploys')
    .selectAll()
    .where('id', '=', deployId)
    .where('outcome', '=', 'in_progress')
    .executeTakeFirst()
  if (!row) return false
  const before = readDeploy(row).phases
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
  return true
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
