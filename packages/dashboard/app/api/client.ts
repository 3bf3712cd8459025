// The typed client of the contract, bound to this origin and to the connection watch.

import { type AllRoutes, allRoutes } from '@levelrail/contract/all-routes.ts'
import { createClient, openingOf, type Page, type PagedRouteId, sendPage } from '@levelrail/contract/client.ts'
import type { QueryOf } from '@levelrail/contract/route.ts'
import type { AuditQuery } from '@levelrail/contract/schemas/audit.ts'
import { watchedFetch } from './connection.ts'

const options = { baseUrl: '', fetch: watchedFetch }

export const api = createClient(options)

/** The audit log with the cursor of the next page. */
export function auditPage(query: AuditQuery, signal: AbortSignal): Promise<Page<'auditList'>> {
  return sendPage(options, 'auditList', query, { signal })
}

/** One page of a list with the cursor of the next. */
export function listPage<Id extends PagedRouteId>(
  id: Id,
  query: QueryOf<AllRoutes[Id]>,
  signal: AbortSignal,
  params = {},
) {
  return sendPage(options, id, query, { signal, params })
}

/** All rows of a list, page after page: for what is chosen from, grouped or counted. */
export async function everyRow<Row>(
  fetchPage: (page: { limit: number; before?: string }) => Promise<{ rows: Row[]; next: string | undefined }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let before: string | undefined = ''; before !== undefined; ) {
    const page = await fetchPage({ limit: 200, ...(before ? { before } : {}) })
    rows.push(...page.rows)
    before = page.next
  }
  return rows
}

/** Where the log of a deploy is followed; the browser's own EventSource opens it. */
export function deployLogUrl(name: string, deployId: string): string {
  return pathOf(allRoutes.deployLogs.path, { name, deployId })
}

/** Where the log of an app is followed, or downloaded. */
export function appLogUrl(id: 'appLogStream' | 'appLogDownload', name: string, query: Record<string, string>): string {
  const search = new URLSearchParams(query)
  return `${pathOf(allRoutes[id].path, { name })}${search.size > 0 ? `?${search}` : ''}`
}

/** Where a terminal is opened; the browser sends its cookie. */
export function terminalUrl(name: string, query: Record<string, string | number>): string {
  return openingOf({ baseUrl: location.origin }, 'appTerminal', { params: { name }, query }).url
}

function pathOf(path: string, words: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, word: string) => encodeURIComponent(words[word] ?? ''))
}
