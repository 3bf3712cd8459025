// Hands one batch of lines to the receiver of a log drain. Returns when it was taken, as far as the way there can tell.
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import type { LogEntry } from '@levelrail/contract/schemas/logs.ts'
import type { Context } from '../../context.ts'
import { type CheckedAddress, checkedAddress, OutboundError, outboundError } from '../../lib/checked-address.ts'
import { guardedFetch } from '../../lib/guarded-fetch.ts'
import type { StoredDrain } from '../apps/log-drain.ts'
import { failureOf, failureOfStatus } from './delivery-failure.ts'
import { syslogDatagram, syslogMessage, syslogStream } from './syslog-line.ts'

type Needs = Pick<Context, 'settings'>

const timeoutMs = 15_000
const mostAnswerBytes = 16 * 1024
/** A receiver that was told the end may take its time to close; the lines are with it. */
const closingMs = 2000

/** Throws DeliveryFailed, or the reason of the signal. */
export async function deliverLines(
  ctx: Needs,
  app: string,
  drain: StoredDrain,
  entries: readonly LogEntry[],
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(drain.url)
  try {
    if (url.protocol.startsWith('syslog')) return await deliverSyslog(ctx, app, url, entries, signal)
    return await deliverHttp(ctx, app, { url, headers: drain.headers }, entries, signal)
  } catch (error) {
    throw error instanceof OutboundError ? failureOf(error) : error
  }
}

async function deliverHttp(
  { settings }: Needs,
  app: string,
  { url, headers }: { url: URL; headers: Record<string, string> },
  entries: readonly LogEntry[],
  signal: AbortSignal,
): Promise<void> {
  const wish = {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'user-agent': 'levelrail', ...lowered(headers) },
    body: entries.map((entry) => `${JSON.stringify({ app, ...entry })}\n`).join(''),
    allowedNetworks: settings.APP_ALLOW_PRIVATE_DESTINATIONS,
    timeoutMs,
    mostBytes: mostAnswerBytes,
  }
  const failure = failureOfStatus((await guardedFetch(url, wish, signal)).status)
  if (failure) throw failure
}

/** So that a header of the drain stands in place of ours, however it is written. */
function lowered(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

async function deliverSyslog(
  { settings }: Needs,
  app: string,
  url: URL,
  entries: readonly LogEntry[],
  signal: AbortSignal,
): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const messages = entries.map((entry) => syslogMessage(app, entry))
  try {
    const to = await checkedAddress(url.hostname, settings.APP_ALLOW_PRIVATE_DESTINATIONS, limit)
    const port = Number(url.port)
    if (url.protocol === 'syslog+udp:') await sendDatagrams(to, port, messages.map(syslogDatagram), limit)
    else await sendStream(to, port, syslogStream(messages), limit)
  } catch (error) {
    throw outboundError(error, limit, signal)
  }
}

/** A connection for each batch: one that is kept may be dead, and TCP would take lines into it without a word. */
function sendStream(to: CheckedAddress, port: number, bytes: Buffer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: to.address, port })
    const abort = () => socket.destroy(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    socket
      .on('connect', () => socket.end(bytes))
      .on('finish', () => socket.setTimeout(closingMs, () => socket.destroy()))
      .on('error', reject)
      .on('close', () => {
        signal.removeEventListener('abort', abort)
        if (socket.writableFinished) resolve()
        else reject(new Error('closed'))
      })
      .resume()
    if (signal.aborted) abort()
  })
}

async function sendDatagrams(to: CheckedAddress, port: number, datagrams: Buffer[], signal: AbortSignal) {
  const socket = createSocket(to.family === 4 ? 'udp4' : 'udp6')
  try {
    for (const datagram of datagrams) {
      signal.throwIfAborted()
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject)
        socket.send(datagram, port, to.address, (error) => (error ? reject(error) : resolve()))
      })
      socket.removeAllListeners('error')
    }
  } finally {
    socket.close()
  }
}
