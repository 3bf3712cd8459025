// SQL of the audit log.
import type { AuditEntry, AuditQuery } from '@levelrail/contract/schemas/audit.ts'
import { sql } from 'kysely'
import type { Page } from '../../http/paging.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { AuditRow } from '../../store/tables.ts'

export async function insertAudit(db: Db | Trx, row: AuditRow): Promise<void> {
  await db.insertInto('audit_log').values(row).execute()
}

/** Adds refused attempts to the row of their address, minute and action. */
export async function addRefused(db: Db, row: AuditRow): Promise<void> {
  await db
    .insertInto('audit_log')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('refused_key').doUpdateSet((existing) => ({
        count: existing('audit_log.count', '+', row.count),
        last_at: row.last_at,
      })),
    )
    .execute()
}

export async function listAudit(db: Db, query: AuditQuery, page: Page): Promise<AuditRow[]> {
  let rows = db.selectFrom('audit_log').selectAll()
  if (query.actor)
    rows = rows.where((row) => row.or([contains('actor', query.actor ?? ''), row('actor_id', '=', query.actor ?? '')]))
  if (query.action) rows = rows.where('action', '=', query.action)
  if (query.resource) rows = rows.where(contains('resource', query.resource))
  if (query.address) rows = rows.where('address', '=', query.address)
  if (query.from) rows = rows.where('at', '>=', new Date(query.from).toISOString())
  if (query.to) rows = rows.where('at', '<', new Date(query.to).toISOString())
  if (query.outcome === 'ok') rows = rows.where('status', '<', 400)
  if (query.outcome === 'refused') rows = rows.where('refused_key', 'is not', null)
  if (query.outcome === 'failed') rows = rows.where('status', '>=', 400).where('refused_key', 'is', null)
  const { before } = page
  if (before) {
    rows = rows.where((row) =>
      row.or([row('at', '<', before.at), row.and([row('at', '=', before.at), row('id', '<', before.id)])]),
    )
  }
  return rows
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

export function viewAudit({ refused_key, ...row }: AuditRow): AuditEntry {
  return { ...row, actor_kind: row.actor_kind as AuditEntry['actor_kind'], refused: refused_key !== null }
}

function contains(column: 'actor' | 'resource', part: string) {
  const pattern = `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}
