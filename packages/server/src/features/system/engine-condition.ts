// Whether the container engine of this machine answers, as a condition. Each control plane looks at its own.
import type { Condition } from '@levelrail/contract/schemas/common.ts'
import { defineLoop } from '../../background/loop.ts'
import type { Context } from '../../context.ts'
import { pause } from '../../lib/clock.ts'
import { changedCondition, listConditions, type ObservedCondition, saveCondition } from './conditions.ts'

/** Health probes make exec events by the second; these are the ones that change something. */
const newsActions = new Set(['die', 'oom', 'destroy', 'start', 'stop', 'kill', 'pause', 'unpause'])

const reconnectMs = 1000

type Action = { kind: 'record'; subject: string; condition: Condition } | { kind: 'look-again-soon' }

interface Observed {
  subject: string
  stored: Condition | undefined
  seen: ObservedCondition
}

export const engineLoop = defineLoop<Context, Observed, Action>({
  name: 'engine',
  what: 'see whether the container engine of this machine answers',
  every: '60s',
  where: 'everywhere',
  timeout: '20s',
  keys: async () => ['local'],
  async observe(ctx, _, signal) {
    const subject = nodeSubject(ctx.nodeId)
    const stored = (await listConditions(ctx.db, subject)).find(({ type }) => type === 'EngineReady')
    return { subject, stored, seen: await lookAtEngine(ctx, signal) }
  },
  plan({ subject, stored, seen }, now) {
    const condition = changedCondition(stored, seen, now)
    const actions: Action[] = condition ? [{ kind: 'record', subject, condition }] : []
    return seen.status === 'true' ? actions : [...actions, { kind: 'look-again-soon' }]
  },
  async act(ctx, action) {
    if (action.kind === 'look-again-soon') return { again: '5s' }
    const { status, reason, message } = action.condition
    ctx.log.info({ status, reason }, `container engine: ${message}`)
    await saveCondition(ctx.db, action.subject, action.condition)
  },
})

export function nodeSubject(nodeId: string): string {
  return `node:${nodeId}`
}

async function lookAtEngine({ engine }: Pick<Context, 'engine'>, signal: AbortSignal): Promise<ObservedCondition> {
  const type = 'EngineReady'
  try {
    const { engine: version, api } = await engine.ping(AbortSignal.any([signal, AbortSignal.timeout(5000)]))
    return { type, status: 'true', reason: 'RuntimeReachable', message: `engine ${version} answers (API ${api})` }
  } catch (error) {
    signal.throwIfAborted()
    return {
      type,
      status: 'false',
      reason: 'RuntimeUnreachable',
      message: error instanceof Error ? error.message : String(error),
    }
  }
}

/**
 * Wakes the loop of an app or a run when something happens to its container, and the engine's own the moment its stream ends. Then
 * every app and run is looked at, and again when the stream is back: what happened in between was told to nobody.
 */
export async function watchEngine(ctx: Context, signal: AbortSignal): Promise<void> {
  let isOpen = false
  while (!signal.aborted) {
    try {
      const events = ctx.engine.events(signal, () => {
        isOpen = true
        for (const loop of ['apps', 'runs', 'ingress']) ctx.loops.resync(loop)
      })
      for await (const { type, action, attributes } of events) {
        const app = attributes['levelrail.app']
        const isOurs = attributes['levelrail.instance'] === ctx.instanceId
        if (type !== 'container' || !isOurs || !newsActions.has(action)) continue
        if (app) ctx.loops.wake('apps', app)
        if (attributes['levelrail.role'] === 'ingress') ctx.loops.resync('ingress')
        const run = attributes['levelrail.run']
        if (run) ctx.loops.wake('runs', run)
      }
    } catch {
      // Why it ended is what the loops find out.
    }
    if (signal.aborted) return
    ctx.loops.wake('engine', 'local')
    if (isOpen) for (const loop of ['apps', 'runs']) ctx.loops.resync(loop)
    isOpen = false
    await pause(ctx.clock, reconnectMs, signal).catch(() => {})
  }
}
