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

export interface Spread {
  median_ms: number
  p95_ms: number
  min_ms: number
  all_ms: number[]
}

export function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { median_ms: at(0.5), p95_ms: at(0.95), min_ms: at(0), all_ms: values.map(Math.round) }
}

export interface AtRest {
  apps: number
  probes: string
  memory_mb: number
  cpu_percent: number
  resync: { engine_calls: number; cpu_ms: number }
  after_lost_events: { engine_calls: number; cpu_ms: number }
}

/** `raw` is the yardstick: create, start and the first 200 by plain calls to the engine. */
export interface DeployFigures {
  first_ms: number
  raw: Spread
  deploy: Spread
  rollback: Spread
  at_once: { count: number; raw_ms: number; deploy_ms: number }
  at_rest: AtRest
}

/** What may be measured apart from the rest says itself by what and when. */
export interface Dated {
  command: string
  date: string
  load_before: number
}

export interface WebRate {
  kind: string
  requests_per_second: number
  /** Of the proxy alone. */
  requests_per_cpu_second: number
  p99_ms: number
}

export interface ChangeFigures {
  kind: string
  changes: number
  median_ms: number
  requests: number
  broken: number
}

export interface ManyFigures {
  hosts: number
  certificates: number
  memory_mb: number
  reload_ms: number
  /** Where the proxy takes HTTP/3 as well. */
  reload_with_http3_ms: number
  change_ms: number
  rates: WebRate[]
}

/** From the request to the API to the first answer of the proxy that shows it. */
export interface LiveChangeFigures {
  rule: Spread
  reload: Spread
}

export interface IngressFigures {
  rates: WebRate[]
  changes: ChangeFigures[]
  many: ManyFigures
  live: LiveChangeFigures
}

export interface Figures {
  start: Partial<Record<Kind, { first_ms: number; median_ms: number; all_ms: number[] }>>
  rest: Partial<Record<Kind, { memory_mb: number; cpu_percent: number; engine: string }>>
  routes: { route: string; rates: Rate[] }[]
  shared_env: Bar[]
  deploys?: Dated & DeployFigures
  ingress?: Dated & IngressFigures
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
const deployBar = 1.5
const resyncCallsBar = 1
const nginxBar = 0.6
const caddyBar = 3
const changeBarMs = 50
const reloadBarMs = 500
const resyncCpuBarMs = 100

export function judge(figures: Figures): Bar[] {
  return [
    ...judgeServer(figures),
    ...(figures.deploys ? judgeDeploys(figures.deploys) : []),
    ...(figures.ingress ? judgeIngress(figures.ingress) : []),
    ...figures.shared_env,
  ]
}

function judgeServer({ start, rest, routes }: Figures): Bar[] {
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

function judgeDeploys({ raw, deploy, rollback, at_once, at_rest }: DeployFigures): Bar[] {
  const against = (what: string, ms: number, floor: number) => {
    const times = ratio(ms, floor)
    return bar(what, `at most ${deployBar} times raw`, `${times} times`, times <= deployBar)
  }
  const { apps, cpu_percent, memory_mb, resync } = at_rest
  const isQuick = resync.engine_calls <= resyncCallsBar && resync.cpu_ms < resyncCpuBarMs
  return [
    against('deploy of a present image', deploy.median_ms, raw.median_ms),
    against('rollback', rollback.median_ms, raw.median_ms),
    against(`${at_once.count} apps deployed at once`, at_once.deploy_ms, at_once.raw_ms),
    bar(`CPU with ${apps} apps at rest`, `under ${cpuBarPercent} %`, `${cpu_percent} %`, cpu_percent < cpuBarPercent),
    bar(`memory with ${apps} apps`, `at most ${memoryBarMb} MB`, `${memory_mb} MB`, memory_mb <= memoryBarMb),
    bar(
      `resync of ${apps} apps`,
      `${resyncCallsBar} call, under ${resyncCpuBarMs} ms`,
      `${resync.engine_calls} calls, ${resync.cpu_ms} ms`,
      isQuick,
    ),
  ]
}

function judgeIngress({ rates, changes, many, live }: IngressFigures): Bar[] {
  const rate = (kind: string) => rates.find((each) => each.kind === kind)?.requests_per_cpu_second ?? 0
  const ruled = rate('ingress, all rules')
  const against = (peer: string, least: number) => {
    const times = ratio(ruled, rate(peer))
    return bar(`ingress, all rules: per CPU`, `at least ${least} of ${peer}`, `${times} times`, times >= least)
  }
  const quick = (what: string, limitMs: number, ms: number) =>
    bar(what, `under ${limitMs} ms`, `${ms} ms`, ms < limitMs)
  const broken = changes.filter(({ kind }) => kind.startsWith('ingress')).reduce((sum, each) => sum + each.broken, 0)
  return [
    against('nginx', nginxBar),
    against('Caddy', caddyBar),
    quick('change of a rule by the API', changeBarMs, live.rule.median_ms),
    quick('change that reloads, by the API', reloadBarMs, live.reload.median_ms),
    quick(`change with ${many.hosts} hosts`, changeBarMs, many.change_ms),
    quick(`reload with ${many.hosts} hosts`, reloadBarMs, many.reload_ms),
    quick(`reload with ${many.hosts} hosts and HTTP/3`, reloadBarMs, many.reload_with_http3_ms),
    bar('requests broken by changes', '0', String(broken), broken === 0),
  ]
}

export function printTable({ start, rest, routes, deploys, ingress }: Figures, bars: Bar[]): string {
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
    ...(deploys ? printDeploys(deploys) : []),
    ...(ingress ? printIngress(ingress) : []),
    '',
    ...bars.map(({ what, bar, measured, is_met }) => row(what, measured, bar, is_met ? 'met' : 'NOT MET')),
  ]
  return `${lines.join('\n')}\n`
}

function printDeploys({ first_ms, raw, deploy, rollback, at_once, at_rest }: DeployFigures): string[] {
  const line = (what: string, { median_ms, p95_ms, min_ms }: Spread) =>
    row(what, `${median_ms} ms`, `${p95_ms} ms`, `${min_ms} ms`, `${ratio(median_ms, raw.median_ms)} times`)
  const { engine_calls, cpu_ms } = at_rest.after_lost_events
  return [
    '',
    row('deploys', 'median', 'p95', 'least', 'against raw'),
    line('raw engine calls', raw),
    line('deploy', deploy),
    line('rollback', rollback),
    row('first deploy of the app', `${first_ms} ms`),
    row(`${at_once.count} at once`, `${at_once.deploy_ms} ms`, `raw ${at_once.raw_ms} ms`),
    row('after lost events', `${engine_calls} engine calls`, `${cpu_ms} ms of CPU`),
  ]
}

function printIngress({ rates, changes, many, live }: IngressFigures): string[] {
  const line = ({ kind, requests_per_second, requests_per_cpu_second, p99_ms }: WebRate) =>
    row(kind, String(requests_per_second), String(requests_per_cpu_second), `${p99_ms} ms`)
  return [
    '',
    row('requests through', 'requests/s', 'per CPU-second', 'p99'),
    ...rates.map(line),
    '',
    row('changes under load', 'changes', 'median', 'requests', 'broken'),
    ...changes.map(({ kind, changes, median_ms, requests, broken }) =>
      row(kind, String(changes), `${median_ms} ms`, String(requests), String(broken)),
    ),
    '',
    row(
      `${many.hosts} hosts and certificates`,
      `${many.memory_mb} MB`,
      `reload ${many.reload_ms} ms`,
      `with HTTP/3 ${many.reload_with_http3_ms} ms`,
      `change ${many.change_ms} ms`,
    ),
    ...many.rates.map(line),
    '',
    row('from the API to the wire', 'median', 'p95'),
    row('rule', `${live.rule.median_ms} ms`, `${live.rule.p95_ms} ms`),
    row('rule that reloads', `${live.reload.median_ms} ms`, `${live.reload.p95_ms} ms`),
  ]
}

function ratio(value: number, floor: number): number {
  return Math.round((value / floor) * 100) / 100
}

function bar(what: string, limit: string, measured: string, is_met: boolean): Bar {
  return { what, bar: limit, measured, is_met }
}

function row(...cells: string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(index === 0 ? 36 : 24))
    .join('')
    .trimEnd()
}
