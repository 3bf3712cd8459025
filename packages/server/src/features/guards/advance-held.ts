// Takes a held deploy one step on, in the caller's transaction, by what is so there: the clock, the windows, the votes.
import type { Context } from '../../context.ts'
import { isoNow } from '../../lib/clock.ts'
import type { Trx } from '../../store/store.ts'
import { findApp } from '../apps/app-view.ts'
import { getDeploy } from '../deploys/deploy-view.ts'
import { holdDeploy, releaseDeploy, saveApproval } from '../deploys/hold-deploy.ts'
import { settleDeploy } from '../deploys/settle-deploy.ts'
import { listFreezeWindows } from './guard-view.ts'
import { type HeldStep, nextStep } from './next-step.ts'

export async function advanceHeld(trx: Trx, ctx: Pick<Context, 'clock'>, deployId: string): Promise<HeldStep['kind']> {
  const deploy = await getDeploy(trx, deployId)
  if (deploy?.outcome !== 'blocked') return 'wait'
  const app = await findApp(trx, deploy.app)
  const step = nextStep(deploy, app, await listFreezeWindows(trx, isoNow(ctx.clock)), ctx.clock.now())
  switch (step.kind) {
    case 'release':
      await releaseDeploy(trx, ctx, app, deploy)
      break
    case 'hold':
      await holdDeploy(trx, ctx, deploy, step.hold)
      break
    case 'expire':
      if (deploy.approval) await saveApproval(trx, deploy.id, { ...deploy.approval, state: 'expired' })
      await settleDeploy(trx, ctx, deploy.id, 'canceled', null)
      break
    case 'wait':
      break
  }
  return step.kind
}
