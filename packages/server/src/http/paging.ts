// Pages of a newest-first list: `limit`, `before`, and the next page in a `Link` header. Rulings 14.
import { badRequest } from '../errors.ts'
import type { Answering, RequestFacts } from './handler.ts'

export interface Cursor {
  at: string
  /** Empty for a plain time, which is before every row of that time. */
  id: string
}
export interface Page {
  limit: number
  before: Cursor | undefined
}

export function pageOf(query: { limit?: number; before?: string }): Page {
  return { limit: query.limit ?? 50, before: query.before === undefined ? undefined : readCursor(query.before) }
}

/** Takes one row more than the page holds, and tells whether there is a next page by it. */
export function onePage<Row>(
  rows: Row[],
  page: Page,
  cursorOf: (row: Row) => Cursor,
  request: RequestFacts,
  answer: Answering,
): Row[] {
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  if (rows.length > page.limit && last) {
    const url = new URL(request.url, request.origin)
    url.searchParams.set('before', writeCursor(cursorOf(last)))
    answer.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  return shown
}

export function writeCursor({ at, id }: Cursor): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

export function readCursor(text: string): Cursor {
  if (/^\d{4}-\d\d-\d\d[Tt ]/.test(text)) {
    const time = new Date(text)
    if (Number.isNaN(time.getTime())) throw badRequest(`query parameter before: ${JSON.stringify(text)} is not a time`)
    return { at: time.toISOString(), id: '' }
  }
  const [at = '', id = ''] = Buffer.from(text, 'base64url').toString('utf8').split(' ')
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) || !/^\w{1,64}$/.test(id)) {
    throw badRequest('query parameter before is neither a cursor from a Link header nor an RFC 3339 time')
  }
  return { at, id }
}
