// Time zones by their IANA names: whether there is such a zone, and how far its clocks are from UTC at a moment.

export type ZoneClock = Intl.DateTimeFormat

export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false
  try {
    zoneClock(name)
    return true
  } catch {
    return false
  }
}

/** Costly to make, cheap to read: make one and ask it often. Throws for a zone that does not exist. */
export function zoneClock(zone: string): ZoneClock {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}

/** What the zone's clocks show, in milliseconds as if they showed UTC. */
export function localTimeOf(clock: ZoneClock, moment: number): number {
  const shown: Record<string, number> = {}
  for (const { type, value } of clock.formatToParts(moment)) shown[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((moment % 1000) + 1000) % 1000)
}

export function offsetAt(clock: ZoneClock, moment: number): number {
  return localTimeOf(clock, moment) - moment
}

const dayMs = 86_400_000

/**
 * The moment at which the zone's clocks show so much more than at this one, whatever clock changes lie between. A time
 * that comes twice is taken the first time; one that is skipped, as if the clocks had not been changed yet.
 */
export function laterByClock(zone: string, moment: number, ms: number): number {
  const clock = zoneClock(zone)
  const local = localTimeOf(clock, moment) + ms
  const before = local - offsetAt(clock, local - dayMs)
  const after = local - offsetAt(clock, local + dayMs)
  const real = [before, after].filter((each) => each > moment && localTimeOf(clock, each) === local)
  return real.length > 0 ? Math.min(...real) : before
}
