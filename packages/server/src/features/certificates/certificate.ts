// A certificate as stored, and what can be said of it. Pure.
import type { CertificateRow } from '../../store/tables.ts'

export const certificateOwners = ['acme', 'internal', 'custom'] as const
export type CertificateOwner = (typeof certificateOwners)[number]

/** All but the sealed key, which no answer ever carries. */
export interface StoredCertificate extends Omit<CertificateRow, 'key_sealed' | 'owner' | 'hosts'> {
  owner: CertificateOwner
  hosts: string[]
}

export type CertificateState = 'healthy' | 'expiring_soon' | 'expired' | 'pending' | 'failed'

const soonMs = 14 * 24 * 60 * 60 * 1000

/** One that could not be renewed is as good as it is until it ends: only one that was never had is `failed`. */
export function certificateState(
  { not_after, error }: Pick<StoredCertificate, 'not_after' | 'error'>,
  now: Date,
): CertificateState {
  if (not_after === null) return error === null ? 'pending' : 'failed'
  const leftMs = Date.parse(not_after) - now.getTime()
  if (leftMs <= 0) return 'expired'
  return leftMs <= soonMs ? 'expiring_soon' : 'healthy'
}

export function isValid({ not_before, not_after }: Pick<StoredCertificate, 'not_before' | 'not_after'>, now: Date) {
  if (not_before === null || not_after === null) return false
  return Date.parse(not_before) <= now.getTime() && now.getTime() < Date.parse(not_after)
}

/** Whether a certificate for this name is one for that host: `*.` stands for one label and no more. */
export function covers(name: string, host: string): boolean {
  if (name === host) return true
  return name.startsWith('*.') && !host.startsWith('*.') && host.slice(host.indexOf('.') + 1) === name.slice(2)
}

export function keyPlace(id: string) {
  return { table: 'certificates', row: id, column: 'key_sealed' }
}

/** In one order, so that the same names are the same certificate. */
export function hostsKey(hosts: string[]): string {
  return JSON.stringify([...new Set(hosts.map((host) => host.toLowerCase()))].sort())
}
