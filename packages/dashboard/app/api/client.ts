// The typed client of the contract, bound to this origin and to the connection watch.

import { allRoutes } from '@levelrail/contract/all-routes.ts'
import { createClient, type Page, sendPage } from '@levelrail/contract/client.ts'
import type { AuditQuery } from '@levelrail/contract/schemas/audit.ts'
import { watchedFetch } from './connection.ts'

const options = { baseUrl: '', fetch: watchedFetch }

export const api = createClient(options)

/** The audit log with the cursor of the next page. */
export function auditPage(query: AuditQuery, signal: AbortSignal): Promise<Page<'auditList'>> {
  return sendPage(options, 'auditList', query, { signal })
}

/** Where the log of a deploy is followed; the browser's own EventSource opens it. */
export function deployLogUrl(name: string, deployId: string): string {
  const words: Record<string, string> = { name, deployId }
  return allRoutes.deployLogs.path.replace(/\{(\w+)\}/g, (_, word: string) => encodeURIComponent(words[word] ?? ''))
}
