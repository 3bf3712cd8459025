// Requests by wrk over connections that are kept, as many as go. What broke is counted, not thrown: that is a figure.
import { run } from '../src/lib/run.ts'
import type { Tools } from './unpacked-tools.ts'

export interface WebLoad {
  url: string
  host: string
  seconds: number
  connections: number
  /** A script of wrk. */
  script?: string
}

export interface WebLoaded {
  answered: number
  seconds: number
  p99_ms: number
  /** Connections that were refused, cut or silent, and answers that were no success. */
  broken: number
}

export async function runWebLoad(tools: Tools, load: WebLoad, signal: AbortSignal): Promise<WebLoaded> {
  const script = load.script === undefined ? [] : ['-s', load.script]
  const size = ['-t1', `-c${load.connections}`, `-d${load.seconds}s`]
  const args = [...size, '--latency', ...script, '-H', `Host: ${load.host}`, load.url]
  return readWrk(await run(tools.wrk, args, { env: tools.env, signal }))
}

function readWrk(text: string): WebLoaded {
  const [, answered = '0', seconds = '1'] = /(\d+) requests in ([\d.]+)s/.exec(text) ?? []
  const [, p99 = '0', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(text) ?? []
  const errors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text)?.slice(1) ?? []
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? '0'
  const inMs = { us: 0.001, ms: 1, s: 1000 }[unit] ?? 1
  return {
    answered: Number(answered),
    seconds: Number(seconds),
    p99_ms: Math.round(Number(p99) * inMs * 100) / 100,
    broken: [...errors, refused].reduce((sum, count) => sum + Number(count), 0),
  }
}
