// Removes what has had its time: sessions, sign-ins that wait, tokens, audit rows, events of apps, request metrics, runs, retired
// keys, finished work.
import { defineLoop } from '../../background/loop.ts'
import { forgetWorkflows } from '../../background/workflow.ts'
import type { Context } from '../../context.ts'
import { forgetAudit } from '../audit/forget-audit.ts'
import { forgetEvents } from '../events/forget-events.ts'
import { forgetRequestRoutes, forgetRequests } from '../requests/forget-requests.ts'
import { hourStep, minuteStep, rawStep } from '../requests/request-series.ts'
import { forgetRuns } from '../runs/forget-runs.ts'
import { forgetEndedSessions } from '../sessions/end-sessions.ts'
import { forgetRetiredKeys } from '../signing-keys/keep-signing-keys.ts'
import { forgetTokens } from '../tokens/forget-tokens.ts'

type Action =
  | { kind: 'sessions' | 'signing-keys' | 'tokens' | 'workflows' | 'events'; endedBefore: string }
  | { kind: 'requests'; stepSeconds: number; endedBefore: string }
  | { kind: 'request-routes'; endedBefore: string }
  | { kind: 'runs'; endedBefore: string | null; keepPerTask: number }
  | { kind: 'audit'; isRefused: boolean; endedBefore: string }

export interface Keeping {
  auditMs: number
  refusedMs: number
  eventsMs: number
  runsMs: number
  runsPerTask: number
  /** Of points, by their step in seconds. */
  requestsMs: Record<number, number>
}

const dayMs = 86_400_000
const finishedKeptMs = 30 * dayMs

export const retentionLoop = defineLoop<Context, Keeping, Action>({
  name: 'retention',
  what: 'remove sessions, tokens, audit rows, events, request metrics, runs, keys and finished work that have had their time',
  every: '1h',
  where: 'leader',
  keys: async () => ['all'],
  observe: async ({ settings }) => ({
    auditMs: settings.APP_AUDIT_RETENTION,
    refusedMs: settings.APP_AUDIT_REFUSED_RETENTION,
    eventsMs: settings.APP_EVENT_RETENTION,
    runsMs: settings.APP_TASK_RUN_RETENTION,
    runsPerTask: settings.APP_TASK_RUN_KEEP,
    requestsMs: {
      [rawStep]: settings.APP_METRICS_RETENTION,
      [minuteStep]: settings.APP_METRICS_RETENTION_1M,
      [hourStep]: settings.APP_METRICS_RETENTION_1H,
    },
  }),
  plan: planRetention,
  act: removeEnded,
})

/** A retention of 0 keeps for ever. */
export function planRetention(keeping: Keeping, now: Date): Action[] {
  const { auditMs, refusedMs, eventsMs, runsMs, runsPerTask, requestsMs } = keeping
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const actions: Action[] = [
    { kind: 'sessions', endedBefore: ago(0) },
    { kind: 'signing-keys', endedBefore: ago(0) },
    { kind: 'tokens', endedBefore: ago(finishedKeptMs) },
    { kind: 'workflows', endedBefore: ago(finishedKeptMs) },
    { kind: 'runs', endedBefore: runsMs > 0 ? ago(runsMs) : null, keepPerTask: runsPerTask },
  ]
  if (auditMs > 0) actions.push({ kind: 'audit', isRefused: false, endedBefore: ago(auditMs) })
  if (refusedMs > 0) actions.push({ kind: 'audit', isRefused: true, endedBefore: ago(refusedMs) })
  if (eventsMs > 0) actions.push({ kind: 'events', endedBefore: ago(eventsMs) })
  for (const [step, ms] of Object.entries(requestsMs))
    if (ms > 0) actions.push({ kind: 'requests', stepSeconds: Number(step), endedBefore: ago(ms) })
  const routesMs = requestsMs[minuteStep] ?? 0
  if (routesMs > 0) actions.push({ kind: 'request-routes', endedBefore: ago(routesMs) })
  return actions
}

export function removeEnded({ db }: Context, action: Action): Promise<void> {
  switch (action.kind) {
    case 'sessions':
      return forgetEndedSessions(db, action.endedBefore)
    case 'signing-keys':
      return forgetRetiredKeys(db, action.endedBefore)
    case 'tokens':
      return forgetTokens(db, action.endedBefore)
    case 'workflows':
      return forgetWorkflows(db, action.endedBefore)
    case 'runs':
      return forgetRuns(db, action.endedBefore, action.keepPerTask)
    case 'events':
      return forgetEvents(db, action.endedBefore)
    case 'requests':
      return forgetRequests(db, action.stepSeconds, action.endedBefore)
    case 'request-routes':
      return forgetRequestRoutes(db, action.endedBefore)
    case 'audit':
      return forgetAudit(db, action.endedBefore, action.isRefused)
  }
}
