// Makes the containers of an app match what should run: looks at the store and the engine, plans, acts one step.

import type { Condition } from '@levelrail/contract/schemas/common.ts'
import { defineLoop, type Loop, type LoopResult } from '../../background/loop.ts'
import type { Context } from '../../context.ts'
import { recordEvent } from '../events/record-event.ts'
import { changedCondition, saveCondition } from '../system/conditions.ts'
import { appSubject } from './app.ts'
import { actOnApp } from './app-act.ts'
import { nextRestartAt, readyCondition } from './app-condition.ts'
import { type AppWorld, observeApp } from './app-observe.ts'
import { type AppAction, type ObservedApp, planApp } from './app-plan.ts'
import { markAllApps, markOfWorld } from './app-rest.ts'
import { listAppNames } from './app-view.ts'
import { ReplicaMemory } from './replica-memory.ts'

type Action =
  | { kind: 'condition'; app: string; condition: Condition; nextRestartAt: string | null }
  | { kind: 'recovered'; app: string }
  | { kind: 'app'; world: AppWorld; action: AppAction }

export function appLoop(): Loop<Context> {
  const memory = new ReplicaMemory()
  return defineLoop<Context, AppWorld | undefined, Action>({
    name: 'apps',
    what: 'make app containers match what should run',
    every: '60s',
    where: 'leader',
    atOnce: 8,
    timeout: '20m',
    keys: ({ db }) => listAppNames(db),
    glance: { marks: markAllApps, markOf: markOfWorld },
    observe: (ctx, name, signal) => observeApp(ctx, memory, name, signal),
    plan: (world, now) => (world ? planWorld(world, now) : []),
    async act(ctx, action, signal): Promise<LoopResult> {
      if (action.kind === 'condition') return keepCondition(ctx, memory, action)
      if (action.kind === 'recovered') return tellRecovered(ctx, memory, action.app)
      return actOnApp(ctx, memory, action.world, action.action, signal)
    },
  })
}

function planWorld(world: AppWorld, now: Date): Action[] {
  const seen: ObservedApp = world.seen
  const condition = changedCondition(world.storedCondition, readyCondition(seen, now), now)
  const steps = planApp(seen, now).map((action): Action => ({ kind: 'app', world, action }))
  const recovered: Action[] = hasRecovered(world, now) ? [{ kind: 'recovered', app: seen.app }] : []
  return condition && !seen.isDeleting
    ? [{ kind: 'condition', app: seen.app, condition, nextRestartAt: nextRestartAt(seen, now) }, ...steps]
    : [...recovered, ...steps]
}

/** A looping app is up for a moment each time; it has recovered when it stays up long enough to be trusted again. */
function hasRecovered({ wasLooping, trustedAfterMs, storedCondition }: AppWorld, now: Date): boolean {
  if (!wasLooping || storedCondition?.reason !== 'Serving') return false
  return now.getTime() - Date.parse(storedCondition.since) >= trustedAfterMs
}

/** A crash loop and its end are events; the tries in between are not. */
async function keepCondition(
  ctx: Context,
  memory: ReplicaMemory,
  { app, condition, nextRestartAt: next_restart_at }: Extract<Action, { kind: 'condition' }>,
): Promise<void> {
  const beginsToLoop = condition.reason === 'CrashLoopBackOff' && !memory.isLooping(app)
  await ctx.db.transaction().execute(async (trx) => {
    await saveCondition(trx, appSubject(app), condition)
    await trx.updateTable('apps').set({ next_restart_at }).where('name', '=', app).execute()
    if (beginsToLoop)
      await recordEvent(trx, ctx, { app, kind: 'crash_looping', title: 'A replica ends again and again' })
  })
  if (beginsToLoop) memory.loops(app)
}

async function tellRecovered(ctx: Context, memory: ReplicaMemory, app: string): Promise<void> {
  await ctx.db
    .transaction()
    .execute((trx) => recordEvent(trx, ctx, { app, kind: 'recovered', title: 'All replicas stay up again' }))
  memory.recovered(app)
}
