// When a certificate is asked for: first, again after a failure, and anew before the old one ends. Pure.
import { createHash } from 'node:crypto'
import type { AcmeOrderRow } from '../../store/tables.ts'
import { isValid, type StoredCertificate } from '../certificates/certificate.ts'

export type HeldCertificate = Pick<StoredCertificate, 'not_before' | 'not_after' | 'fingerprint'>

/** What is known of a host that has, had or should have a certificate by ACME. */
export interface HostSituation {
  host: string
  isWanted: boolean
  certificate: HeldCertificate | undefined
  order: AcmeOrderRow | undefined
}

export type AcmeAction = { kind: 'advance'; host: string } | { kind: 'forget'; host: string; keepsCertificate: boolean }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const longestObeyedMs = 7 * 24 * hourMs

export function planHost({ host, isWanted, certificate, order }: HostSituation, now: Date): AcmeAction[] {
  const isGood = certificate !== undefined && isValid(certificate, now)
  // A good one stays: a domain that comes back needs no new one.
  if (!isWanted) return order || (certificate && !isGood) ? [{ kind: 'forget', host, keepsCertificate: isGood }] : []
  if (order?.next_attempt_at && Date.parse(order.next_attempt_at) > now.getTime()) return []
  const isUnderWay = order?.order_url !== undefined && order.order_url !== null
  const isDue = certificate === undefined || !isGood || renewAt(certificate).getTime() <= now.getTime()
  return isUnderWay || order?.wanted_now === 1 || isDue ? [{ kind: 'advance', host }] : []
}

/** Null while it is under way, or could be at once. */
export function nextAttemptAt(
  certificate: HeldCertificate,
  order: Pick<AcmeOrderRow, 'next_attempt_at'> | undefined,
  now: Date,
): string | null {
  const waitsUntil = order?.next_attempt_at ?? null
  if (!isValid(certificate, now)) return waitsUntil
  const dueAt = renewAt(certificate).toISOString()
  return waitsUntil !== null && waitsUntil > dueAt ? waitsUntil : dueAt
}

/** At two thirds of its life, and up to a thirtieth later, so that those of one day are not all renewed on one day. */
export function renewAt({ not_before, not_after, fingerprint }: HeldCertificate): Date {
  const from = Date.parse(not_before ?? '')
  const life = Date.parse(not_after ?? '') - from
  const dice = createHash('sha256')
    .update(fingerprint ?? '')
    .digest()
    .readUInt32BE()
  return new Date(from + (life * 2) / 3 + (life / 30) * (dice / 2 ** 32))
}

/** Five minutes, then twice as long each time, up to six hours; longer where the authority wishes so. */
export function waitAfterFailure(failures: number, retryAfterMs: number): number {
  const own = Math.min(5 * minuteMs * 2 ** Math.max(0, failures - 1), 6 * hourMs)
  return Math.max(own, Math.min(retryAfterMs, longestObeyedMs))
}

/** Whoever has just changed a record waits for it; whoever forgot about it costs little. */
export function waitForDns(waits: number): number {
  return Math.min(minuteMs * 2 ** Math.max(0, waits - 1), 30 * minuteMs)
}
