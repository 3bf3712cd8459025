// Reads of domains and how they are served, that other features need too.
import type { AppDomain } from '@levelrail/contract/schemas/domains.ts'
import type { Db, Trx } from '../../store/store.ts'
import { type DomainOptions, readOptions } from './domain-options.ts'

/** By domain. */
export async function listDomainOptions(db: Db | Trx): Promise<Map<string, DomainOptions>> {
  const rows = await db.selectFrom('app_domains').selectAll().execute()
  return new Map(rows.map((row) => [row.domain, readOptions(row)]))
}

/** In the order that the app names them. */
export async function listDomainsOfApp(db: Db | Trx, app: string, order: string[]): Promise<AppDomain[]> {
  const rows = await db.selectFrom('app_domains').selectAll().where('app', '=', app).execute()
  return rows
    .map((row) => ({ domain: row.domain, ...readOptions(row) }))
    .toSorted((one, other) => order.indexOf(one.domain) - order.indexOf(other.domain))
}
