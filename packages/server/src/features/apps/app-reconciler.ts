// Makes the containers of an app match what should run: looks at the store and the engine, plans, acts one step.

import type { Condition } from '@levelrail/contract/schemas/common.ts'
import { defineLoop, type Loop, type LoopResult } from '../../background/loop.ts'
import type { Context } from '../../context.ts'
import { changedCondition, saveCondition } from '../system/conditions.ts'
import { appSubject } from './app.ts'
import { actOnApp } from './app-act.ts'
import { readyCondition } from './app-condition.ts'
import { type AppWorld, observeApp } from './app-observe.ts'
import { type AppAction, type ObservedApp, planApp } from './app-plan.ts'
import { listAppNames } from './app-view.ts'
import { ReplicaMemory } from './replica-memory.ts'

type Action =
  | { kind: 'condition'; app: string; condition: Condition }
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
    observe: (ctx, name, signal) => observeApp(ctx, memory, name, signal),
    plan: (world, now) => (world ? planWorld(world, now) : []),
    async act(ctx, action, signal): Promise<LoopResult> {
      if (action.kind === 'condition') return saveCondition(ctx.db, appSubject(action.app), action.condition)
      return actOnApp(ctx, memory, action.world, action.action, signal)
    },
  })
}

function planWorld(world: AppWorld, now: Date): Action[] {
  const seen: ObservedApp = world.seen
  const condition = changedCondition(world.storedCondition, readyCondition(seen, now), now)
  const steps = planApp(seen, now).map((action): Action => ({ kind: 'app', world, action }))
  return condition && !seen.isDeleting ? [{ kind: 'condition', app: seen.app, condition }, ...steps] : steps
}
