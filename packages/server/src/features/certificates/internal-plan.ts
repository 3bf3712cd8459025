// Which certificates the internal authority has to make anew, and which nobody needs any more. Pure.
import type { StoredCertificate } from './certificate.ts'

/** Answers where no other certificate fits; nobody asks for this name. */
export const fallbackHost = 'fallback.levelrail.invalid'

const dayMs = 24 * 60 * 60 * 1000
/** For clients whose clock is behind. */
const leewayMs = 60 * 60 * 1000
export const leafDays = 90
export const rootDays = 3650

export interface InternalPlan {
  issue: string[]
  remove: StoredCertificate[]
}

export function planInternal(hosts: string[], certificates: StoredCertificate[], now: Date): InternalPlan {
  const own = certificates.filter(({ owner }) => owner === 'internal')
  const wanted = [...new Set([fallbackHost, ...hosts])].sort()
  const isGood = (host: string) =>
    own.some((each) => each.hosts.length === 1 && each.hosts[0] === host && !isDue(each, now))
  return {
    issue: wanted.filter((host) => !isGood(host)),
    remove: own.filter((each) => each.hosts.length !== 1 || !wanted.includes(each.hosts[0] ?? '')),
  }
}

/** At two thirds of its life. */
export function isDue(
  { not_before, not_after }: Pick<StoredCertificate, 'not_before' | 'not_after'>,
  now: Date,
): boolean {
  if (not_before === null || not_after === null) return true
  const [from, until] = [Date.parse(not_before), Date.parse(not_after)]
  return now.getTime() >= from + ((until - from) * 2) / 3
}

/** The fallback is trusted by nobody, so it need not be renewed: that would start the proxy anew. */
export function datesOf(host: string, now: Date): { notBefore: Date; notAfter: Date } {
  return datesFor(host === fallbackHost ? rootDays : leafDays, now)
}

export function datesFor(days: number, now: Date): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now.getTime() - leewayMs), notAfter: new Date(now.getTime() + days * dayMs) }
}
