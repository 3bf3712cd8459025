// What the ingress costs beside nginx and Caddy, in turns in the same run on the same server behind them, what it costs
// with 1,000 hosts, and what breaks when it changes.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ContainerEngine } from '../src/drivers/container/container.ts'
import { dockerEngine } from '../src/drivers/container/docker.ts'
import { haproxyIngress } from '../src/drivers/ingress/haproxy.ts'
import type { Ingress, IngressPlan } from '../src/drivers/ingress/ingress.ts'
import { imageRecipes } from '../src/features/images/image-recipes.ts'
import { makeImages } from '../src/host/make-images.ts'
import { ensureEngine } from '../test/support/engine.ts'
import { type BareProxyOptions, startBareProxy } from './bare-proxy.ts'
import { measureLiveChanges } from './ingress-live.ts'
import { fewHosts, ledTo, manyHosts } from './ingress-plans.ts'
import { type ChangingPeer, startBackend, startCaddyPeer, startNginxPeer } from './peers.ts'
import { familyCpuSeconds, familyMemoryMb } from './processes.ts'
import { removeAll } from './remove-all.ts'
import type { ChangeFigures, IngressFigures, ManyFigures, WebRate } from './report.ts'
import { type Tools, unpackTools } from './unpacked-tools.ts'
import { runWebLoad } from './web-load.ts'

const rounds = 4
const loadSeconds = 3
const connections = 32
const changes = 100
const changeEveryMs = 60
const hosts = 1000

interface Site {
  engine: ContainerEngine
  tools: Tools
  folder: string
  ports: [number, number]
  signal: AbortSignal
  say: (line: string) => void
}

type ContainerNames = Pick<BareProxyOptions, 'image' | 'name' | 'labels'>

interface Contender {
  kind: string
  pid: number
  url: string
  host: string
  /** A script of wrk, where it does not ask for one host only. */
  script?: string
}

/** `stopped` ends it early; what was made on the engine is removed either way. */
export async function measureIngress(
  folder: string,
  stopped: AbortSignal,
  say: (line: string) => void,
): Promise<IngressFigures> {
  const engineHost = await ensureEngine()
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(900_000)])
  const recipes = imageRecipes.filter(({ name }) => name === 'haproxy:3')
  await makeImages({ engineHost, recipes, onProgress: () => {}, signal })
  const tools = await unpackTools(folder, signal)
  const backend = await startBackend(tools, folder)
  try {
    const site = { engine: dockerEngine(engineHost), tools, folder, ports: backend.ports, signal, say }
    const few = await measureFew(site)
    const many = await measureMany(site)
    return { ...few, many, live: await measureLiveChanges(folder, signal, say) }
  } finally {
    await backend.stop()
  }
}

async function measureFew(site: Site): Promise<Pick<IngressFigures, 'rates' | 'changes'>> {
  const { tools, folder, ports } = site
  const nginx = await startNginxPeer(tools, folder, ports[0])
  const caddy = await startCaddyPeer(tools, folder, ports[0])
  try {
    return await withIngress(site, await fewHosts(ports[0]), async (ingress, plan, pid, container) => {
      const own = contendersOf(plan, pid)
      const bare = await startBareProxy({ ...site, ...container, name: `${container.name}-bare`, behind: ports[0] })
      const host = 'plain.example.test'
      const peers = [
        { kind: 'nginx', host, ...nginx },
        { kind: 'Caddy', host, ...caddy },
        { kind: 'HAProxy alone', host, ...bare },
      ]
      const rates = await measureRates(site, [...peers, ...own])
      return { rates, changes: await measureChanges(site, [nginx, caddy], ingress, plan, own) }
    })
  } finally {
    await Promise.all([nginx.stop(), caddy.stop()])
  }
}

/** In turns, so that whatever else the machine does falls on all alike. */
async function measureRates({ tools, signal, say }: Site, contenders: Contender[]): Promise<WebRate[]> {
  const totals = contenders.map(() => ({ answered: 0, seconds: 0, cpu: 0, p99: [] as number[] }))
  for (let round = 0; round <= rounds; round++) {
    say(`requests through proxies: ${round === 0 ? 'warming up' : `round ${round} of ${rounds}`}`)
    for (const [index, { kind, pid, ...load }] of contenders.entries()) {
      const before = familyCpuSeconds(pid)
      const loaded = await runWebLoad(tools, { ...load, seconds: round === 0 ? 1 : loadSeconds, connections }, signal)
      if (loaded.broken > 0) throw new Error(`${kind}: ${loaded.broken} requests failed where nothing changed`)
      const total = totals[index]
      if (round === 0 || !total) continue
      total.answered += loaded.answered
      total.seconds += loaded.seconds
      total.cpu += familyCpuSeconds(pid) - before
      total.p99.push(loaded.p99_ms)
    }
  }
  return contenders.map(({ kind }, index) => {
    const { answered, seconds, cpu, p99 } = totals[index] ?? { answered: 0, seconds: 1, cpu: 1, p99: [] }
    return {
      kind,
      requests_per_second: Math.round(answered / seconds),
      requests_per_cpu_second: Math.round(answered / cpu),
      p99_ms: median(p99),
    }
  })
}

/** Each leads to one server and then to the other, again and again, under requests on connections that are kept. */
async function measureChanges(
  site: Site,
  [nginx, caddy]: [ChangingPeer, ChangingPeer],
  ingress: Ingress,
  plan: IngressPlan,
  [ours]: Contender[],
): Promise<ChangeFigures[]> {
  const lead = (port: number) => ingress.converge(async () => ledTo(plan, port), site.signal)
  if (!ours) return []
  return [
    await countBroken(site, { kind: 'nginx', host: ours.host, ...nginx }, nginx.lead),
    await countBroken(site, { kind: 'Caddy', host: ours.host, ...caddy }, caddy.lead),
    await countBroken(site, { ...ours, kind: 'ingress' }, lead),
    await countBroken(site, { ...ours, kind: 'ingress, reloads' }, () => reload(ingress, site.signal)),
  ]
}

async function reload(ingress: Ingress, signal: AbortSignal): Promise<void> {
  await ingress.reload(signal)
  await releaseReplaced(ingress, signal)
}

/** As the product does it, some seconds later: a process that was replaced goes when its figures were read. */
async function releaseReplaced(ingress: Ingress, signal: AbortSignal): Promise<void> {
  const read = await ingress.readCounters(() => false, signal)
  const finished = read.filter(({ isFinished }) => isFinished).map(({ worker }) => worker)
  await ingress.releaseWorkers(finished, signal)
}

async function countBroken(
  { tools, ports, signal, say }: Site,
  { kind, url, host }: Contender,
  change: (port: number) => Promise<unknown>,
): Promise<ChangeFigures> {
  say(`${changes} changes under load: ${kind}`)
  let isOver = false
  const load = (async () => {
    let [answered, broken] = [0, 0]
    while (!isOver) {
      const loaded = await runWebLoad(tools, { url, host, seconds: 2, connections }, signal)
      answered += loaded.answered
      broken += loaded.broken
    }
    return { requests: answered, broken }
  })()
  const times: number[] = []
  for (let count = 0; count < changes; count++) {
    const startedAt = performance.now()
    await change(ports[count % 2] ?? 0)
    times.push(performance.now() - startedAt)
    await sleep(changeEveryMs, undefined, { signal })
  }
  isOver = true
  return { kind, changes, median_ms: median(times), ...(await load) }
}

async function measureMany(site: Site): Promise<ManyFigures> {
  const { folder, ports, signal, say } = site
  say(`${hosts} hosts`)
  const plan = await manyHosts(hosts, ports[0])
  const http3 = await withIngress(site, withHttp3(plan), (ingress) => timeReloads(ingress, signal))
  return withIngress(site, plan, async (ingress, _, pid) => {
    const memory = familyMemoryMb(pid)
    const reload = await timeReloads(ingress, signal)
    const changed = await timeEach(21, (at) => ingress.converge(async () => ledTo(plan, ports[at % 2] ?? 0), signal))
    const script = join(folder, 'hosts.lua')
    writeFileSync(script, anyHost(plan.routes.map(({ host }) => host)))
    const contenders = contendersOf(plan, pid)
    const rates = await measureRates(site, [
      ...contenders.map((each) => ({ ...each, kind: `${each.kind}, one host` })),
      ...contenders.map((each) => ({ ...each, kind: `${each.kind}, all hosts`, script })),
    ])
    return {
      hosts,
      certificates: hosts,
      memory_mb: memory,
      reload_ms: reload,
      reload_with_http3_ms: http3,
      change_ms: median(changed),
      rates,
    }
  })
}

/** As on a machine where clients know the port: every certificate is then needed twice. */
function withHttp3(plan: IngressPlan): IngressPlan {
  const port = plan.tls?.listen[0]?.port
  return port === undefined ? plan : { ...plan, publicHttpsPort: port }
}

async function timeReloads(ingress: Ingress, signal: AbortSignal): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < 9; count++) {
    times.push(...(await timeEach(1, () => ingress.reload(signal))))
    await releaseReplaced(ingress, signal)
  }
  return median(times)
}

/** The first app with and without TLS, and one that has all rules, where there is one. */
function contendersOf({ listen, tls, apps, routes }: IngressPlan, pid: number): Contender[] {
  const plain = `http://127.0.0.1:${listen[0]?.port}/`
  const secure = `https://127.0.0.1:${tls?.listen[0]?.port}/`
  const [host = ''] = routes.map((route) => route.host)
  const ruled = routes[apps.findIndex(({ rules }) => rules)]?.host
  return [
    { kind: 'ingress', pid, url: plain, host },
    { kind: 'ingress, TLS', pid, url: secure, host },
    ...(ruled === undefined ? [] : [{ kind: 'ingress, all rules', pid, url: plain, host: ruled }]),
  ]
}

async function withIngress<T>(
  { engine, signal, say }: Site,
  plan: IngressPlan,
  work: (ingress: Ingress, plan: IngressPlan, pid: number, container: ContainerNames) => Promise<T>,
): Promise<T> {
  const run = randomBytes(4).toString('hex')
  const name = `levelrail-bench-${run}-ingress`
  const labels = { 'levelrail.bench': run }
  const container = { image: 'levelrail/haproxy:3', name, labels }
  const ingress = haproxyIngress({ engine, ...container, now: () => new Date() })
  try {
    await ingress.converge(async () => plan, signal)
    return await work(ingress, plan, (await engine.inspectContainer(name, signal)).pid, container)
  } finally {
    ingress.close()
    await removeAll(engine, { key: 'levelrail.bench', value: run }, say)
  }
}

async function timeEach(count: number, work: (at: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const startedAt = performance.now()
    await work(at)
    times.push(performance.now() - startedAt)
  }
  return times
}

/** In Lua, as wrk takes it: every request goes to the next host. */
function anyHost(names: string[]): string {
  const list = names.map((name) => JSON.stringify(name)).join(',')
  return `local hosts = {${list}}\nlocal at = 0\nrequest = function()\n  at = at % #hosts + 1\n  wrk.headers["Host"] = hosts[at]\n  return wrk.format()\nend\n`
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 10) / 10
}
