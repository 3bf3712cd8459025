// Lets held deploys go on when their freeze window ends or is gone, and ends those that nobody approved in time. One
// timer to the next time at which anything changes by itself, and nothing in between; writes wake it.
import { defineLoop } from '../../background/loop.ts'
import type { Context } from '../../context.ts'
import { isoNow } from '../../lib/clock.ts'
import { failpoint } from '../../lib/failpoint.ts'
import { listAllApps } from '../apps/app-view.ts'
import { listHeldDeploys } from '../deploys/deploy-view.ts'
import { advanceHeld } from './advance-held.ts'
import { nextBoundary, type Place, type StoredFreezeWindow } from './freeze-window.ts'
import { listFreezeWindows } from './guard-view.ts'
import { type HeldDeploy, nextStep } from './next-step.ts'

export interface Held {
  deploys: { deploy: HeldDeploy; place: Place }[]
  windows: StoredFreezeWindow[]
}

type Action = { kind: 'advance'; app: string; deployId: string } | { kind: 'look-again'; inMs: number }

/** Clocks are set, and machines sleep: the timer is never trusted for longer. */
const longestWaitMs = 3_600_000

export const heldDeployLoop = defineLoop<Context, Held, Action>({
  name: 'held-deploys',
  what: 'let held deploys go on when nothing holds them any more',
  every: '10m',
  where: 'leader',
  keys: async () => ['all'],
  observe: observeHeld,
  plan: planHeld,
  async act(ctx, action) {
    if (action.kind === 'look-again') return { again: `${Math.max(1, action.inMs)}ms` }
    await advance(ctx, action.app, action.deployId)
  },
})

async function observeHeld({ db, clock }: Context): Promise<Held> {
  const [windows, held] = await Promise.all([listFreezeWindows(db, isoNow(clock)), listHeldDeploys(db)])
  if (held.length === 0) return { deploys: [], windows }
  const apps = new Map((await listAllApps(db)).map((app) => [app.name, app]))
  const deploys = held.flatMap((deploy) => {
    const place = apps.get(deploy.app)
    // One that is being removed takes its deploys along.
    return place && !place.isDeleting ? { deploy, place } : []
  })
  return { deploys, windows }
}

/** The next window counts whether or not it holds anything yet, so that no deploy has to say that it was held. */
export function planHeld({ deploys, windows }: Held, now: Date): Action[] {
  const steps = deploys.filter(({ deploy, place }) => nextStep(deploy, place, windows, now).kind !== 'wait')
  const advances = steps.map(({ deploy, place }): Action => ({ kind: 'advance', app: place.name, deployId: deploy.id }))
  const expiries = deploys.flatMap(({ deploy: { hold } }) => (hold?.expires_at ? Date.parse(hold.expires_at) : []))
  const times = [nextBoundary(windows, now.getTime()) ?? Number.POSITIVE_INFINITY, ...expiries]
  const inMs = Math.min(...times) - now.getTime()
  if (inMs === Number.POSITIVE_INFINITY) return advances
  return [...advances, { kind: 'look-again', inMs: Math.min(inMs, longestWaitMs) }]
}

async function advance(ctx: Context, app: string, deployId: string): Promise<void> {
  const step = await ctx.db.transaction().execute(async (trx) => {
    await ctx.lease.hold(trx)
    const taken = await advanceHeld(trx, ctx, deployId)
    await failpoint('held-deploy.before-commit')
    return taken
  })
  await failpoint('held-deploy.advanced')
  if (step === 'release') ctx.loops.wake('apps', app)
}
