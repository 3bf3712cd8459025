// The logs of an app: search, live tail, download. Spec 4.4.
import type { LogEntry } from '@levelrail/contract/schemas/logs.ts'
import type { Context, Handler } from '../../context.ts'
import { badRequest, tooManyRequests } from '../../errors.ts'
import type { StoredApp } from '../apps/app.ts'
import { findApp } from '../apps/app-view.ts'
import { askEngine } from '../apps/ask-engine.ts'
import { beginTail } from './begin-tail.ts'
import { followLogs } from './follow-app-logs.ts'
import { textOf } from './log-entry.ts'
import { readFilter } from './log-filter.ts'
import { type LogWindow, listSources, readNewest, searchLogs } from './read-app-logs.ts'

const mostDownloaded = 5000

export const appLogs: Handler<'appLogs'> = async (ctx, { params, query, signal }) => {
  const filter = readFilter(query)
  const window = readWindow(query)
  const app = await findApp(ctx.db, params.name)
  await reachable(ctx, app, signal)
  const wish = { filter, window, limit: query.limit ?? 100 }
  const { entries, ...found } = await ctx.logReads(() => searchLogs(ctx, app, wish, signal))
  return { entries: query.order === 'oldest' ? entries : entries.reverse(), ...found }
}

export const appLogStream: Handler<'appLogStream'> = async (ctx, { params, query, request, signal }) => {
  const filter = readFilter(query)
  const app = await findApp(ctx.db, params.name)
  takePlace(ctx, signal)
  const after = request.lastEventId ?? query.after ?? ''
  const beginning = await beginTail(ctx, app, filter, { ...query, after }, signal)
  return followLogs(ctx, app.name, { filter, beginning }, signal)
}

export const appLogDownload: Handler<'appLogDownload'> = async (ctx, { params, query, answer, signal }) => {
  const filter = readFilter(query)
  const { from, to = ctx.clock.now() } = readWindow(query)
  const app = await findApp(ctx.db, params.name)
  await reachable(ctx, app, signal)
  takePlace(ctx, signal)
  answer.header('content-disposition', `attachment; filename="${app.name}-${to.toISOString().slice(0, 19)}.log"`)
  const entries = readNewest(ctx, app, { filter, window: { from, to }, limit: mostDownloaded }, signal)
  return textLines(entries)
}

/** What lasts as long as its reader likes holds one of the places until the answer is over. */
function takePlace({ logStreams }: Context, signal: AbortSignal): void {
  const leave = logStreams.take()
  if (!leave)
    throw tooManyRequests(
      `all ${logStreams.most} log streams are in use; close one, try again later, or raise APP_LOG_STREAMS_MAX`,
      30,
    )
  signal.addEventListener('abort', leave, { once: true })
}

/** An engine that does not answer is told before anything is sent. */
async function reachable(ctx: Context, app: StoredApp, signal: AbortSignal): Promise<void> {
  await askEngine(ctx, signal, (_, limit) => listSources(ctx, app.name, limit))
}

function readWindow(query: { from?: string; to?: string }): LogWindow {
  const [from, to] = [query.from, query.to].map((text) => (text === undefined ? undefined : new Date(text)))
  if (from && to && from > to) throw badRequest('query parameter from is after to')
  return { from, to }
}

async function* textLines(entries: AsyncIterable<LogEntry>): AsyncGenerator<string> {
  for await (const entry of entries) yield textOf(entry)
}
