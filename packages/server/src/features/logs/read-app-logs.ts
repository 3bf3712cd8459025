// Reads what the containers of an app wrote, from the engine, which keeps it as long as the container is there.
// Everything is bounded: lines looked at, lines kept, time.
import type { LogContainer, LogEntry } from '@levelrail/contract/schemas/logs.ts'
import type { Context } from '../../context.ts'
import { type ContainerEngine, DriverError, type LogOptions } from '../../drivers/container/container.ts'
import { createRedactor, type Redactor } from '../../lib/redact.ts'
import type { StoredApp } from '../apps/app.ts'
import { labels } from '../apps/app-containers.ts'
import { knownSecrets } from '../apps/known-secrets.ts'
import { stampOf } from './log-cursor.ts'
import { createPieceFilter, entryOf, type LogSource, type RawLine } from './log-entry.ts'
import { type LogFilter, looksAtText, matches, mayMatch, wantsSource } from './log-filter.ts'
import { mergeByTime } from './merge-by-time.ts'

type Needs = Pick<Context, 'engine' | 'db' | 'box' | 'instanceId'>

export interface LogWindow {
  from: Date | undefined
  to: Date | undefined
}

export interface Found {
  /** Oldest first. */
  entries: LogEntry[]
  containers: LogContainer[]
  total: number
  truncated: boolean
}

/** Over all containers of one search; older lines are not looked at, and the answer says so. */
const mostLinesRead = 300_000
const searchDeadlineMs = 20_000

export async function listSources(
  { engine, instanceId }: Needs,
  app: string,
  signal: AbortSignal,
): Promise<LogSource[]> {
  const found = await engine.listContainers({ [labels.instance]: instanceId, [labels.app]: app }, signal)
  return found
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map(({ id, name, state, labels: marks }) => ({
      id,
      container: name,
      replica: Number(marks[labels.replica] ?? 0),
      deployId: marks[labels.deploy] ?? '',
      state,
    }))
}

export async function redactorFor(ctx: Needs, app: StoredApp, sources: readonly LogSource[]): Promise<Redactor> {
  return createRedactor(
    await knownSecrets(
      ctx,
      app,
      sources.map(({ deployId }) => deployId),
    ),
  )
}

/** Lines of one container as they were written; one that has gone since has none. */
export async function* readLines(
  engine: ContainerEngine,
  source: LogSource,
  options: LogOptions,
  signal: AbortSignal,
): AsyncGenerator<RawLine> {
  const isFirstPiece = createPieceFilter()
  try {
    for await (const line of engine.logs(source.id, { ...options, timestamps: true }, signal)) {
      if (!isFirstPiece(line)) continue
      const { stream, stamp = '', isContinued = false } = line
      yield { source, stream, stamp, line: line.line, isContinued }
    }
  } catch (error) {
    if (!(error instanceof DriverError && error.kind === 'not-found')) throw error
  }
}

/** The newest `limit` matches, and how many there are. */
export async function searchLogs(
  ctx: Needs,
  app: StoredApp,
  wish: { filter: LogFilter; window: LogWindow; limit: number },
  signal: AbortSignal,
): Promise<Found> {
  const { filter, window, limit } = wish
  const deadline = AbortSignal.timeout(searchDeadlineMs)
  const stop = AbortSignal.any([signal, deadline])
  const sources = (await listSources(ctx, app.name, stop)).filter((source) => wantsSource(filter, source))
  const redact = await redactorFor(ctx, app, sources)
  const found: Found = { entries: [], containers: [], total: 0, truncated: false }
  let kept: (RawLine & { entry: LogEntry | undefined })[] = []
  for (const source of sources) {
    const { options, most } = reach(window, sources.length)
    let [read, lines] = [0, 0]
    const here: typeof kept = []
    for await (const raw of readLines(ctx.engine, source, options, stop)) {
      read++
      const entry = examine(filter, raw, redact)
      if (entry === undefined) continue
      lines++
      here.push({ ...raw, entry: entry === 'unread' ? undefined : entry })
      if (here.length >= 2 * limit) here.splice(0, here.length - limit)
    }
    found.truncated ||= most !== undefined && read >= most
    found.total += lines
    found.containers.push({ ...viewSource(source), lines })
    kept = newest([...kept, ...here], limit)
  }
  signal.throwIfAborted()
  found.truncated ||= deadline.aborted
  found.entries = kept.map((raw) => raw.entry ?? entryOf(raw, redact))
  return found
}

/** The newest matches as one reading in the order of time, of which only a little is ever in memory. */
export async function* readNewest(
  ctx: Needs,
  app: StoredApp,
  wish: { filter: LogFilter; window: LogWindow; limit: number },
  signal: AbortSignal,
): AsyncGenerator<LogEntry> {
  const { filter, window, limit } = wish
  const sources = (await listSources(ctx, app.name, signal)).filter((source) => wantsSource(filter, source))
  const redact = await redactorFor(ctx, app, sources)
  const first = await stampOfFirst(ctx, sources, wish, redact, signal)
  const options = { ...(first === undefined ? {} : { since: first }), ...(window.to ? { until: window.to } : {}) }
  let told = 0
  for await (const raw of mergeByTime(sources.map((source) => readLines(ctx.engine, source, options, signal)))) {
    const entry = examine(filter, raw, redact)
    if (entry === undefined) continue
    yield entry === 'unread' ? entryOf(raw, redact) : entry
    if (++told >= limit) return
  }
}

export function viewSource({ container, replica, deployId, state }: LogSource): Omit<LogContainer, 'lines'> {
  return { container, replica, deploy_id: deployId, state }
}

/** The line as it would be shown when it matches; `unread` when only its stream was asked for. */
export function examine(filter: LogFilter, raw: RawLine, redact: Redactor): LogEntry | 'unread' | undefined {
  if (filter.stream !== undefined && filter.stream !== raw.stream) return undefined
  if (!looksAtText(filter)) return 'unread'
  if (!mayMatch(filter, raw.line)) return undefined
  const entry = entryOf(raw, redact)
  return matches(filter, entry) ? entry : undefined
}

/** Where the newest `limit` matches begin; undefined when there are fewer, or as many. */
async function stampOfFirst(
  { engine }: Needs,
  sources: readonly LogSource[],
  { filter, window, limit }: { filter: LogFilter; window: LogWindow; limit: number },
  redact: Redactor,
  signal: AbortSignal,
): Promise<string | undefined> {
  const from = window.from && stampOf(window.from)
  let kept: { stamp: string }[] = []
  for (const source of sources) {
    const here: { stamp: string }[] = []
    for await (const raw of readLines(engine, source, reach(window, sources.length).options, signal)) {
      if (examine(filter, raw, redact) === undefined) continue
      here.push({ stamp: raw.stamp })
      if (here.length >= 2 * limit) here.splice(0, here.length - limit)
    }
    kept = newest([...kept, ...here], limit)
  }
  return kept.length >= limit ? kept[0]?.stamp : from
}

/** How far back a reading goes: with an end in the past all of it, since the engine counts lines from the end. */
function reach({ from, to }: LogWindow, sources: number): { options: LogOptions; most: number | undefined } {
  const most = to === undefined ? Math.max(1000, Math.floor(mostLinesRead / sources)) : undefined
  return {
    most,
    options: {
      ...(most === undefined ? {} : { tail: most }),
      ...(from === undefined ? {} : { since: from }),
      ...(to === undefined ? {} : { until: to }),
    },
  }
}

function newest<T extends { stamp: string }>(items: T[], limit: number): T[] {
  return items.sort((a, b) => (a.stamp < b.stamp ? -1 : a.stamp > b.stamp ? 1 : 0)).slice(-limit)
}
