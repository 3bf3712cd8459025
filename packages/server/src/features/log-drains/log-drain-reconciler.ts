// Forwards the logs of every app that has a log drain, one pass for as long as the drain stays as it is: the loop's own
// signal ends it with the lease or the control plane. An app without a drain costs nothing.
import { defineLoop } from '../../background/loop.ts'
import type { Context } from '../../context.ts'
import type { StoredApp } from '../apps/app.ts'
import { getApp } from '../apps/app-view.ts'
import { openDrain } from '../apps/keep-drain.ts'
import type { StoredDrain } from '../apps/log-drain.ts'
import { forwardLogs } from './forward-logs.ts'
import { forgetDrain, listDrainApps } from './log-drain-store.ts'
import { tellDrain } from './tell-drain.ts'

interface Observed {
  name: string
  app: StoredApp | undefined
  drain: StoredDrain | 'unreadable' | null
}

export type DrainAction =
  | { kind: 'forget'; name: string }
  | { kind: 'tell-unreadable'; name: string }
  | { kind: 'forward'; app: StoredApp; drain: StoredDrain }

const mostDrains = 1000
/** Then it begins anew: no timer lasts for ever. */
const longestForwardMs = 24 * 3_600_000

export const logDrainLoop = defineLoop<Context, Observed, DrainAction>({
  name: 'log-drains',
  what: 'forward the logs of apps to their log drains',
  every: '60s',
  where: 'leader',
  atOnce: mostDrains,
  timeout: '25h',
  keys: ({ db }) => listDrainApps(db),
  async observe(ctx, name) {
    const app = await getApp(ctx.db, name)
    return { name, app, drain: app && !app.isDeleting ? readable(ctx, app) : null }
  },
  plan: planDrain,
  async act(ctx, action, signal) {
    if (action.kind === 'forward') {
      await forwardLogs(ctx, action.app, action.drain, longestForwardMs, signal)
      return { again: '1s' }
    }
    if (action.kind === 'tell-unreadable') {
      const message = 'the log drain was sealed with another master key; set it anew, or start with that key'
      return tellDrain(ctx, action.name, { status: 'false', reason: 'Unreadable', message })
    }
    await ctx.db.transaction().execute(async (trx) => {
      await ctx.lease.hold(trx)
      await forgetDrain(trx, action.name)
    })
  },
})

export function planDrain({ name, app, drain }: Observed): DrainAction[] {
  if (!app || drain === null) return [{ kind: 'forget', name }]
  return drain === 'unreadable' ? [{ kind: 'tell-unreadable', name }] : [{ kind: 'forward', app, drain }]
}

function readable(ctx: Context, app: StoredApp): Observed['drain'] {
  try {
    return openDrain(ctx, app)
  } catch {
    return 'unreadable'
  }
}
