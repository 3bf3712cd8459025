// The typed client of the contract, bound to this origin and to the connection watch.
import { allRoutes } from '@levelrail/contract/all-routes.ts'
import { createClient, nextCursor, send } from '@levelrail/contract/client.ts'
import type { AuditEntry, AuditQuery } from '@levelrail/contract/schemas/audit.ts'
import { watchedFetch } from './connection.ts'

const options = { baseUrl: '', fetch: watchedFetch }

export const api = createClient(options)

export interface AuditPage {
  entries: AuditEntry[]
  next: string | undefined
}

/** The audit log with the cursor of the next page, which is in a header and so not in the typed call. */
export async function auditPage(query: AuditQuery, signal: AbortSignal): Promise<AuditPage> {
  const answer = await send(options, allRoutes.auditList, { query, signal })
  return { entries: answer.data as AuditEntry[], next: nextCursor(answer.headers) }
}
