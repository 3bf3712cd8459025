// What was measured, how it is judged, and how it is printed.

/** `bare` is the yardstick; `bare buffer` shows how much of it is encoding the text. */
export type Kind = 'bare' | 'bare buffer' | 'sqlite' | 'postgres'

export interface Rate {
  kind: Kind
  body_bytes: number
  requests_per_second: number
  requests_per_cpu_second: number
  /** CPU of the server process for each answer, as a multiple of the bare handler's. */
  cpu_against_bare: number
  /** CPU of the database for each second of ours; its own processes, so not in the figures beside it. */
  database_cpu_per_cpu: number | null
  p99_ms: number
}

export interface Figures {
  start: Partial<Record<Kind, { first_ms: number; median_ms: number; all_ms: number[] }>>
  rest: Partial<Record<Kind, { memory_mb: number; cpu_percent: number; engine: string }>>
  routes: { route: string; rates: Rate[] }[]
}

export interface Bar {
  what: string
  bar: string
  measured: string
  is_met: boolean
}

const startBarMs = 2000
const memoryBarMb = 150
const cpuBarPercent = 1
const listBar = 1.5

export function judge({ start, rest, routes }: Figures): Bar[] {
  const bars: Bar[] = []
  for (const kind of ['sqlite', 'postgres'] as const) {
    const { median_ms = 0 } = start[kind] ?? {}
    const { memory_mb = 0, cpu_percent = 0 } = rest[kind] ?? {}
    const list = routes[0]?.rates.find((rate) => rate.kind === kind)?.cpu_against_bare ?? 0
    bars.push(
      bar(`${kind}: start to ready`, `under ${startBarMs} ms`, `${median_ms} ms`, median_ms < startBarMs),
      bar(`${kind}: memory at rest`, `at most ${memoryBarMb} MB`, `${memory_mb} MB`, memory_mb <= memoryBarMb),
      bar(`${kind}: CPU at rest`, `at most ${cpuBarPercent} %`, `${cpu_percent} %`, cpu_percent <= cpuBarPercent),
      bar(`${kind}: list route`, `at most ${listBar} times bare`, `${list} times`, list <= listBar),
    )
  }
  return bars
}

export function printTable({ start, rest, routes }: Figures, bars: Bar[]): string {
  const kinds = ['sqlite', 'postgres'] as const
  const lines = [
    row('', 'sqlite', 'postgres'),
    row('start to ready, median', ...kinds.map((kind) => `${start[kind]?.median_ms} ms`)),
    row('first start ever', ...kinds.map((kind) => `${start[kind]?.first_ms} ms`)),
    row('memory at rest', ...kinds.map((kind) => `${rest[kind]?.memory_mb} MB`)),
    row('CPU at rest', ...kinds.map((kind) => `${rest[kind]?.cpu_percent} %`)),
    row('container engine', ...kinds.map((kind) => rest[kind]?.engine ?? '')),
    '',
    row('route', 'server', 'requests/s', 'per CPU-second', 'CPU against bare', 'database CPU', 'p99'),
    ...routes.flatMap(({ route, rates }) =>
      rates.map((rate) =>
        row(
          route,
          rate.kind,
          String(rate.requests_per_second),
          String(rate.requests_per_cpu_second),
          `${rate.cpu_against_bare} times`,
          rate.database_cpu_per_cpu === null ? '-' : `${rate.database_cpu_per_cpu} of ours`,
          `${rate.p99_ms} ms`,
        ),
      ),
    ),
    '',
    ...bars.map(({ what, bar, measured, is_met }) => row(what, measured, bar, is_met ? 'met' : 'NOT MET')),
  ]
  return `${lines.join('\n')}\n`
}

function bar(what: string, limit: string, measured: string, is_met: boolean): Bar {
  return { what, bar: limit, measured, is_met }
}

function row(...cells: string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(index === 0 ? 28 : 24))
    .join('')
    .trimEnd()
}
