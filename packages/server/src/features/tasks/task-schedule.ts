// When a task comes due, and what to do about due times that nobody was there for. Pure.
import { type Cron, nextRun } from '../../lib/cron.ts'

export interface Fire {
  /** The due time to run for, or undefined when it is too long ago. */
  runFor: Date | undefined
  /** Due times that came and went without a run, the one to run for not among them; counted up to a bound. */
  missed: number
  next: Date | undefined
}

const mostCounted = 1000

/**
 * For a task whose next due time is here or past: at most one run, for the last due time, and only if that is no longer
 * ago than the window.
 */
export function fire(cron: Cron, zone: string, due: Date, now: Date, windowMs: number): Fire {
  let last = due
  let passed = 0
  for (let at: Date | undefined = due; at && at <= now && passed < mostCounted; at = nextRun(cron, zone, at)) {
    last = at
    passed++
  }
  // Beyond the bound the last due time is looked for near now instead.
  if (passed === mostCounted) last = lastBefore(cron, zone, now, windowMs) ?? last
  const isInTime = now.getTime() - last.getTime() <= windowMs
  return {
    runFor: isInTime ? last : undefined,
    missed: isInTime ? passed - 1 : passed,
    next: nextRun(cron, zone, now),
  }
}

export function nextDueTimes(cron: Cron, zone: string, after: Date, count: number): string[] {
  const times: string[] = []
  for (let at = nextRun(cron, zone, after); at && times.length < count; at = nextRun(cron, zone, at))
    times.push(at.toISOString())
  return times
}

function lastBefore(cron: Cron, zone: string, now: Date, windowMs: number): Date | undefined {
  let last: Date | undefined
  const from = new Date(now.getTime() - windowMs - 1)
  for (let at = nextRun(cron, zone, from); at && at <= now; at = nextRun(cron, zone, at)) last = at
  return last
}
