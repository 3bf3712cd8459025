// The filter of the audit log as it stands in the URL: what is not understood is left out.
import type { AuditQuery } from '@levelrail/contract/schemas/audit.ts'

export type AuditFilter = Omit<AuditQuery, 'limit' | 'before'>

export const outcomes = ['ok', 'failed', 'refused'] as const

export function auditFilter(search: Record<string, unknown>): AuditFilter {
  const filter: AuditFilter = {}
  for (const name of ['actor', 'action', 'resource', 'address'] as const) {
    const value = search[name]
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && text !== '') filter[name] = text.slice(0, 254)
  }
  for (const name of ['from', 'to'] as const) {
    const value = search[name]
    if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) filter[name] = new Date(value).toISOString()
  }
  const outcome = outcomes.find((known) => known === search.outcome)
  return outcome ? { ...filter, outcome } : filter
}
