// `npm run bench`: how long a start takes, what the control plane needs at rest, what its answers cost on both databases
// against a bare handler, what deploys cost against plain engine calls, and what the ingress costs beside nginx and Caddy,
// all in the same run. Prints a table and writes bench/results.json. `npm run bench deploys` and `npm run bench ingress`
// measure that alone and keep the other figures.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SystemStatus } from '@levelrail/contract/schemas/system.ts'
import pg from 'pg'
import { Secret } from '../src/lib/secret.ts'
import { openPostgres } from '../src/store/dialects/postgres.ts'
import { openSqlite } from '../src/store/dialects/sqlite.ts'
import type { Store } from '../src/store/store.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { testMasterKey } from '../test/support/server.ts'
import { measureDeploys } from './deploys.ts'
import { measureIngress } from './ingress.ts'
import { type Filled, fillStore } from './people.ts'
import {
  cpuSeconds,
  familyCpuSeconds,
  type Measured,
  memoryMb,
  parentOf,
  runLoad,
  startBare,
  startProduct,
} from './processes.ts'
import { type Bar, type Figures, judge, type Kind, printTable, type Rate } from './report.ts'
import { measureSharedEnv } from './shared-env.ts'

const starts = 7
const signIns = 4
const restMs = 60_000
const restWindowMs = 30_000
const rounds = 3
const loadSeconds = 4
const warmUpSeconds = 2
const connections = 8

interface Subject extends Filled {
  sharedEnv: Bar[]
  kind: Kind
  dataDir: string
  env: Record<string, string>
}

const folder = mkdtempSync(join(tmpdir(), 'levelrail-bench-'))
const target = join(import.meta.dirname, '../../../bench/results.json')
const startedAt = new Date()
const loadBefore = loadavg()[0] ?? 0
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    say('stopping: what was made is removed first')
    stopping.abort(new Error('stopped'))
  })
try {
  const part = process.argv[2]
  const kept = part === undefined ? undefined : readKept()
  const made = madeBy(['npm run bench', ...(part === undefined ? [] : [part])].join(' '))
  const figures: Figures = kept ?? (await measureServer())
  if (part !== 'ingress') figures.deploys = { ...made, ...(await measureDeploys(folder, stopping.signal, say)) }
  if (part !== 'deploys') figures.ingress = { ...made, ...(await measureIngress(folder, stopping.signal, say)) }
  finish(figures, kept)
} catch (error) {
  if (!stopping.signal.aborted) throw error
  process.exitCode = 130
} finally {
  rmSync(folder, { recursive: true, force: true })
}

interface Kept extends Figures {
  command: string
  date: string
  machine: object
}

/** The figures of an earlier run, with what is said of that run. */
function readKept(): Kept {
  const { bars: _, ...kept } = JSON.parse(readFileSync(target, 'utf8'))
  return kept
}

function madeBy(command: string) {
  return { command, date: startedAt.toISOString(), load_before: Math.round(loadBefore * 100) / 100 }
}

async function measureServer(): Promise<Figures> {
  const postgres = await startPostgres()
  try {
    return await measureOn(postgres)
  } finally {
    await postgres.stop()
  }
}

async function measureOn(postgres: Awaited<ReturnType<typeof startPostgres>>): Promise<Figures> {
  const databaseUrl = await postgres.newDatabase()
  const subjects = [await prepare('sqlite', {}), await prepare('postgres', { APP_DATABASE_URL: databaseUrl })]
  const figures: Figures = { start: {}, rest: {}, routes: [], shared_env: subjects.flatMap((each) => each.sharedEnv) }
  for (const subject of subjects) figures.start[subject.kind] = await measureStarts(subject)

  const running = await Promise.all(subjects.map(({ dataDir, env }) => startProduct(dataDir, env)))
  const pairs = subjects.map((subject, index) => ({ subject, server: running[index] as Measured }))
  for (const server of running) for (let count = 0; count < signIns; count++) await trySignIn(server)
  say(`at rest: ${restMs / 1000} s of waiting, then ${restWindowMs / 1000} s of measuring`)
  await sleep(restMs, undefined, { signal: stopping.signal })
  const before = running.map(({ pid }) => cpuSeconds(pid))
  await sleep(restWindowMs, undefined, { signal: stopping.signal })
  for (const [index, { subject, server }] of pairs.entries()) {
    const used = cpuSeconds(server.pid) - (before[index] ?? 0)
    figures.rest[subject.kind] = {
      memory_mb: memoryMb(server.pid),
      cpu_percent: Math.round((used / restWindowMs) * 1e6) / 10,
      engine: await engineOf(server, subject),
    }
  }
  const databasePid = await postmasterPid(databaseUrl)
  for (const route of [
    { name: 'list 200 of 1,000', path: () => '/api/v1/users?limit=200', isEachNew: false },
    { name: 'list, asked anew', path: () => '/api/v1/users?limit=200', isEachNew: true },
    { name: 'one', path: ({ userId }: Filled) => `/api/v1/users/${userId}`, isEachNew: false },
  ]) {
    figures.routes.push({ route: route.name, rates: await measureRoute(pairs, route, databasePid) })
  }
  await Promise.all(running.map((server) => server.stop()))
  return figures
}

async function prepare(kind: Kind & Store['kind'], env: Record<string, string>): Promise<Subject> {
  const dataDir = join(folder, kind)
  const url = env.APP_DATABASE_URL
  const now = new Date()
  const store = url
    ? await openPostgres({ url: new Secret(url), now, onError: () => {} })
    : await openSqlite({ dataDir, now, exclusive: true })
  mkdirSync(dataDir, { recursive: true })
  const filled = await fillStore(store)
  const sharedEnv = await measureSharedEnv(store)
  await store.close()
  return { kind, dataDir, env: { ...env, APP_MASTER_KEY: testMasterKey }, sharedEnv, ...filled }
}

/** The first start has nothing compiled yet; every later one finds what it kept. */
async function measureStarts({ kind, dataDir, env }: Subject) {
  say(`${kind}: ${starts + 1} starts`)
  const times: number[] = []
  for (let count = 0; count <= starts; count++) {
    const server = await startProduct(dataDir, env)
    times.push(Math.round(server.startMs))
    await server.stop()
  }
  const [first = 0, ...later] = times
  return { first_ms: first, median_ms: median(later), all_ms: later }
}

interface Pair {
  subject: Subject
  server: Measured
}

/** In turns, so that whatever else the machine does falls on all alike. */
async function measureRoute(
  pairs: Pair[],
  route: { name: string; path: (filled: Filled) => string; isEachNew: boolean },
  databasePid: number,
): Promise<Rate[]> {
  const [first] = pairs
  if (!first) return []
  const body = await (
    await fetch(first.server.url + route.path(first.subject), { headers: bearer(first.subject) })
  ).text()
  const file = join(folder, 'body.json')
  writeFileSync(file, body)
  const bare = await startBare(file)
  const contenders = [
    ...(['bare', 'bare buffer'] as const).map((kind) => ({
      kind,
      pid: bare.pid,
      url: `${bare.url}/${kind === 'bare' ? 'text' : 'buffer'}`,
      headers: {},
      isEachNew: false,
    })),
    ...pairs.map(({ subject, server }) => ({
      kind: subject.kind,
      pid: server.pid,
      url: server.url + route.path(subject),
      headers: bearer(subject),
      isEachNew: route.isEachNew,
    })),
  ]
  const totals = contenders.map(() => ({ answered: 0, seconds: 0, cpu: 0, database: 0, p99: 0 }))
  for (let round = 0; round <= rounds; round++) {
    stopping.signal.throwIfAborted()
    say(`${route.name}: ${round === 0 ? 'warming up' : `round ${round} of ${rounds}`}`)
    for (const [index, { pid, url, headers, isEachNew }] of contenders.entries()) {
      const cpuBefore = cpuSeconds(pid)
      const databaseBefore = familyCpuSeconds(databasePid)
      const seconds = round === 0 ? warmUpSeconds : loadSeconds
      const loaded = await runLoad({ url, headers, seconds, connections, isEachNew })
      const total = totals[index]
      if (round === 0 || !total) continue
      total.answered += loaded.answered
      total.seconds += loaded.seconds
      total.cpu += cpuSeconds(pid) - cpuBefore
      total.database += familyCpuSeconds(databasePid) - databaseBefore
      total.p99 = Math.max(total.p99, loaded.p99_ms)
    }
  }
  await bare.stop()
  const bareCost = (totals[0]?.cpu ?? 0) / (totals[0]?.answered ?? 1)
  return contenders.map(({ kind }, index) => {
    const { answered, seconds, cpu, database, p99 } = totals[index] ?? {
      answered: 0,
      seconds: 1,
      cpu: 1,
      database: 0,
      p99: 0,
    }
    return {
      kind,
      body_bytes: Buffer.byteLength(body),
      requests_per_second: Math.round(answered / seconds),
      requests_per_cpu_second: Math.round(answered / cpu),
      cpu_against_bare: Math.round((cpu / answered / bareCost) * 100) / 100,
      database_cpu_per_cpu: kind === 'postgres' ? Math.round((database / cpu) * 100) / 100 : null,
      p99_ms: p99,
    }
  })
}

function bearer({ token }: Filled): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

/** A password takes 19 MiB while it is checked, right or wrong; none of it may stay. */
async function trySignIn({ url }: Measured): Promise<void> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'not the right one' }),
  })
  if (response.status !== 401) throw new Error(`a wrong password is answered ${response.status}`)
}

async function engineOf({ url }: Measured, subject: Subject): Promise<string> {
  const response = await fetch(`${url}/api/v1/system/status`, { headers: bearer(subject) })
  const { conditions } = (await response.json()) as SystemStatus
  return conditions.find(({ type }) => type === 'EngineReady')?.status === 'true' ? 'reachable' : 'unreachable'
}

async function postmasterPid(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const parent = parentOf(rows[0]?.pid ?? 0)
  await client.end()
  return parent
}

function finish(figures: Figures, kept: Kept | undefined): void {
  const bars: Bar[] = judge(figures)
  const machine = {
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? '',
    memory_mb: Math.round(totalmem() / 2 ** 20),
    kernel: release(),
    node: process.versions.node,
    sqlite: process.versions.sqlite,
    load_before: Math.round(loadBefore * 100) / 100,
  }
  const results = { command: 'npm run bench', date: startedAt.toISOString(), machine, ...kept, ...figures, bars }
  writeFileSync(target, `${JSON.stringify(results, null, 2)}\n`)
  process.stdout.write(printTable(figures, bars))
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
