// The live tail of an app: one reader for each of its containers, joined as they come and go. The engine keeps the lines,
// so a place in each log (`log-cursor.ts`) is all that must be known to go on after anything broke.
import type { StreamEvent } from '@levelrail/contract/route.ts'
import type { TailEnd } from '@levelrail/contract/schemas/logs.ts'
import type { Context } from '../../context.ts'
import { heartbeat } from '../../http/send-events.ts'
import { BoundedQueue } from '../../lib/bounded-queue.ts'
import { pause } from '../../lib/clock.ts'
import type { Redactor } from '../../lib/redact.ts'
import { labels } from '../apps/app-containers.ts'
import { getApp } from '../apps/app-view.ts'
import type { Beginning, PlacedLine } from './begin-tail.ts'
import {
  advanced,
  keepPositions,
  type LogCursor,
  type LogPosition,
  positionOf,
  setPosition,
  writeLogCursor,
} from './log-cursor.ts'
import { entryOf, type LogSource, type RawLine } from './log-entry.ts'
import { type LogFilter, wantsSource } from './log-filter.ts'
import { examine, listSources, readLines, redactorFor, viewSource } from './read-app-logs.ts'

type Needs = Pick<Context, 'engine' | 'db' | 'box' | 'changes' | 'instanceId' | 'clock' | 'log' | 'stopping'>
type Item =
  | { kind: 'line'; raw: RawLine; position: LogPosition; redact: Redactor }
  | { kind: 'event'; event: StreamEvent }
  | { kind: 'sources'; sources: LogSource[] }

const linesWaiting = 200
const heartbeatMs = 15_000
const lookAgainMs = 5000
const retryMs = 1000

/** Goes on from the cursor until the app is deleted, the control plane stops, or the reader goes away. */
export async function* followLogs(
  ctx: Needs,
  app: string,
  wish: { filter: LogFilter; beginning: Beginning },
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const { filter, beginning } = wish
  const { cursor } = beginning
  const over = new AbortController()
  const stop = AbortSignal.any([signal, ctx.stopping, over.signal])
  const queue = new BoundedQueue<Item>(linesWaiting)
  const readers = new Readers(ctx, app, filter, beginning, queue, stop)
  const watching = readers.watch()
  let present: string[] = []
  try {
    // At once, so that the reader knows that it is connected.
    yield heartbeat
    for (;;) {
      const item = queue.take()
      if (item?.kind === 'sources') {
        // A tail may last for many deploys; its cursor must not grow with them.
        present = item.sources.map(({ id }) => id)
        keepPositions(cursor, present)
        yield { event: 'replicas', data: item.sources.map(viewSource) }
      } else if (item?.kind === 'line') {
        // The last lines of a container that has gone need no place: nobody can ask for them again.
        if (present.includes(item.raw.source.id)) setPosition(cursor, item.raw.source.id, item.position)
        const entry = examine(filter, item.raw, item.redact)
        if (entry === undefined) continue
        const data = entry === 'unread' ? entryOf(item.raw, item.redact) : entry
        yield { event: 'line', id: writeLogCursor(cursor), data }
      } else if (item) yield item.event
      else if (ctx.stopping.aborted) return yield end('stopping')
      else if (readers.isAppGone) return yield end('deleted')
      else if (signal.aborted) return
      else if (!(await hasNews(ctx, queue, readers, stop))) yield heartbeat
    }
  } finally {
    over.abort()
    await watching
  }
}

/** False when nothing came for a while. */
function hasNews({ clock }: Needs, queue: BoundedQueue<Item>, readers: Readers, stop: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const wake = () => finish(true)
    const cancel = clock.after(heartbeatMs, () => finish(false))
    const finish = (isNews: boolean) => {
      cancel()
      stop.removeEventListener('abort', wake)
      resolve(isNews)
    }
    stop.addEventListener('abort', wake, { once: true })
    queue.onItem(wake)
    readers.onGone = wake
    if (stop.aborted) wake()
  })
}

function end(reason: TailEnd): StreamEvent {
  return { event: 'end', data: { reason } }
}

/** Who reads which container. What is read goes into the queue, and waits there when nobody takes it. */
class Readers {
  isAppGone = false
  onGone: () => void = () => {}
  readonly #ctx: Needs
  readonly #app: string
  readonly #filter: LogFilter
  readonly #queue: BoundedQueue<Item>
  readonly #stop: AbortSignal
  readonly #reading = new Map<string, Promise<void>>()
  /** How far each container was read, which may be further than what was taken out of the queue. */
  readonly #read: LogCursor
  #before: PlacedLine[]
  #told = ''
  #wake: () => void = () => {}
  #redact: Redactor = (text) => text

  constructor(
    ctx: Needs,
    app: string,
    filter: LogFilter,
    { cursor, lines }: Beginning,
    queue: BoundedQueue<Item>,
    stop: AbortSignal,
  ) {
    this.#ctx = ctx
    this.#app = app
    this.#filter = filter
    this.#queue = queue
    this.#stop = stop
    this.#read = { base: cursor.base, positions: new Map(cursor.positions) }
    this.#before = lines
    for (const { raw, position } of lines) setPosition(this.#read, raw.source.id, position)
  }

  /** Looks whenever the engine or the store says that something happened, and now and then anyway. */
  async watch(): Promise<void> {
    const listening = Promise.all([this.#listen(), this.#listenToStore()])
    let isAway = false
    while (!this.#stop.aborted && !this.isAppGone) {
      const news = Promise.withResolvers<void>()
      this.#wake = news.resolve
      try {
        await this.#look()
        isAway = false
        if (!this.isAppGone) await news.promise
      } catch (error) {
        if (this.#stop.aborted) break
        const event = { event: 'notice', data: { message: 'the engine does not answer; trying again' } }
        if (!isAway) await this.#queue.push({ kind: 'event', event }, this.#stop)
        isAway = true
        this.#ctx.log.debug({ err: error, app: this.#app }, 'the containers of an app could not be listed')
        await pause(this.#ctx.clock, retryMs, this.#stop).catch(() => {})
      }
    }
    this.onGone()
    await Promise.all([listening, ...this.#reading.values()])
  }

  async #look(): Promise<void> {
    const app = await getApp(this.#ctx.db, this.#app)
    if (!app || app.isDeleting) {
      this.isAppGone = true
      return
    }
    const all = await listSources(this.#ctx, this.#app, this.#stop)
    const sources = all.filter((source) => wantsSource(this.#filter, source))
    // Anew each time: a deploy brings secrets of its own.
    this.#redact = await redactorFor(this.#ctx, app, sources)
    const shown = JSON.stringify(sources)
    if (shown !== this.#told) await this.#queue.push({ kind: 'sources', sources }, this.#stop)
    this.#told = shown
    keepPositions(
      this.#read,
      sources.map(({ id }) => id),
    )
    const before = this.#before
    this.#before = []
    for (const { raw, position } of before)
      await this.#queue.push({ kind: 'line', raw, position, redact: this.#redact }, this.#stop)
    for (const source of sources) this.#start(source)
  }

  #start(source: LogSource): void {
    if (this.#reading.has(source.id)) return
    const reading = this.#follow(source)
      .catch((error: unknown) => this.#ctx.log.debug({ err: error, app: this.#app }, 'a log stream broke off'))
      .then(() => void this.#reading.delete(source.id))
    this.#reading.set(source.id, reading)
  }

  /** From where it was read last to the end of the container. */
  async #follow(source: LogSource): Promise<void> {
    const { stamp, count } = positionOf(this.#read, source.id)
    let seen: LogPosition = { stamp, count: 0 }
    const options = { since: stamp, follow: true }
    for await (const raw of readLines(this.#ctx.engine, source, options, this.#stop)) {
      seen = advanced(seen, raw.stamp)
      if (raw.stamp === stamp && seen.count <= count) continue
      setPosition(this.#read, source.id, seen)
      const item: Item = { kind: 'line', raw, position: seen, redact: this.#redact }
      if (!(await this.#queue.push(item, this.#stop))) return
    }
  }

  async #listenToStore(): Promise<void> {
    const isOurs = ({ kind, name }: { kind: string; name: string }) => kind === 'app' && name === this.#app
    for await (const _ of this.#ctx.changes.follow(isOurs, undefined, lookAgainMs, this.#stop)) {
      this.#wake()
      if (this.isAppGone) break
    }
    this.#wake()
  }

  async #listen(): Promise<void> {
    while (!this.#stop.aborted && !this.isAppGone) {
      try {
        for await (const { type, attributes } of this.#ctx.engine.events(this.#stop)) {
          const isOurs = attributes[labels.instance] === this.#ctx.instanceId && attributes[labels.app] === this.#app
          if (type === 'container' && isOurs) this.#wake()
          if (this.isAppGone) break
        }
      } catch {
        // The next look finds out why.
      }
      this.#wake()
      await pause(this.#ctx.clock, retryMs, this.#stop).catch(() => {})
    }
  }
}
