// Every request through the real proxy is counted once: also one that was under way at a reload, also when nobody was
// there to read for a while.
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { haproxyIngress } from '../../src/drivers/ingress/haproxy.ts'
import type { Ingress, IngressPlan } from '../../src/drivers/ingress/ingress.ts'
import { home } from '../../src/drivers/ingress/proxy-paths.ts'
import { type CounterName, counterNames, type WorkerCounters } from '../../src/drivers/ingress/request-counters.ts'
import { engine, eventually, signal } from '../support/deploying.ts'
import { ask } from '../support/ingress-load.ts'
import { freePort } from '../support/server.ts'

const run = randomBytes(4).toString('hex')
const labels = { 'levelrail.test': run }
const name = `levelrail-test-${run}-counters`
const image = process.env.APP_INGRESS_IMAGE || 'levelrail/haproxy:3'
const said: string[] = []
const make = () =>
  haproxyIngress({ engine, image, name, labels, now: () => new Date(), say: (text) => said.push(text) })
const door = { host: `127.0.${randomInt(1, 250)}.${randomInt(1, 250)}`, port: 0 }
/** Each answers one request for `/held`. */
const held: (() => void)[] = []
let upstream: Server
let ingress: Ingress

beforeAll(async () => {
  upstream = createServer((asked, answer) => {
    if (asked.url === '/held') held.push(() => answer.end('late'))
    else if (asked.url === '/fails') answer.writeHead(500).end()
    else answer.end('ok')
  })
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  door.port = await freePort()
  const { port } = upstream.address() as AddressInfo
  const plan: IngressPlan = {
    listen: [door],
    challenges: [],
    trustedProxies: [],
    routes: ['web', 'idle'].map((app) => ({ host: `${app}.localhost`, path: '/', app })),
    apps: [
      { name: 'web', upstreams: [{ name: 'one', address: '127.0.0.1', port, state: 'serving' }] },
      { name: 'idle', upstreams: [] },
    ],
  }
  ingress = make()
  await ingress.converge(async () => plan, signal())
})

afterAll(async () => {
  ingress.close()
  for (const { id } of await engine.listContainers(labels, signal())) await engine.removeContainer(id, signal())
  upstream.close()
})

const readAll = () => ingress.readCounters(() => false, signal())

function figureOf({ apps, routes }: WorkerCounters, key: string, counter: CounterName): number {
  return (apps.get(key) ?? routes?.get(key))?.[counterNames.indexOf(counter)] ?? 0
}

test('answers are counted by class, route and time, and what the proxy itself refuses too', async () => {
  for (const path of ['/', '/a/', '/a?secret=1', '/users/42/x', '/users/43/x/deep', '/feedface', '/a=b|c', '/fails'])
    await ask(door, 'web', path)
  await ask(door, 'idle')
  await ask(door, 'nobody')
  const [only, ...others] = await readAll()
  if (!only) throw new Error('no process')
  expect(others).toEqual([])
  expect(only).toMatchObject({ isCurrent: true, isFinished: false })
  expect([...only.apps.keys()].toSorted()).toEqual(['idle', 'web'])
  expect(figureOf(only, 'web', 'http_2xx')).toBe(7)
  expect(figureOf(only, 'web', 'http_5xx')).toBe(1)
  expect(figureOf(only, 'web', 'http_upstream_errors')).toBe(0)
  expect(figureOf(only, 'idle', 'http_upstream_errors')).toBe(1)
  const buckets = counterNames.filter((each) => each.startsWith('http_bucket_'))
  expect(buckets.reduce((sum, bucket) => sum + figureOf(only, 'web', bucket), 0)).toBe(8)
  expect(
    Object.fromEntries([...(only.routes?.keys() ?? [])].map((key) => [key, figureOf(only, key, 'http_2xx')])),
  ).toEqual({
    'web|': 1,
    'web|/a': 2,
    'web|/users/:id/x': 2,
    'web|/feedface': 1,
    'web|/a=b|c': 1,
    'web|/fails': 0,
    'idle|': 0,
  })
})

test('a process that a reload replaced keeps its figures until it is released, whoever opened the proxy', async () => {
  const before = (await readAll())[0]
  if (!before) throw new Error('no process')
  const late = ask(door, 'web', '/held')
  await eventually(() => held.length).toBe(1)
  await ingress.reload(signal())
  // As a control plane that died right then: another one finds what it left.
  ingress.close()
  ingress = make()
  const find = async () => (await readAll()).find(({ worker }) => worker === before.worker)
  expect(await find()).toMatchObject({ isCurrent: false, isFinished: false })
  held.pop()?.()
  expect((await late).body).toBe('late')
  await eventually(async () => (await find())?.isFinished).toBe(true)
  const after = await find()
  if (!after) throw new Error('it ended')
  expect(figureOf(after, 'web', 'http_2xx')).toBe(figureOf(before, 'web', 'http_2xx') + 1)
  expect(figureOf(after, 'web|/held', 'http_2xx')).toBe(1)
  await ingress.releaseWorkers([before.worker], signal())
  await eventually(find).toBeUndefined()
  expect(said).toEqual([])
})

test('routes are left out where the apps are known', async () => {
  await ask(door, 'web')
  const [now] = await ingress.readCounters((_, apps) => apps.has('web'), signal())
  expect(now?.apps.has('web')).toBe(true)
  expect(now?.routes).toBeUndefined()
})

test('a process that ends while it is asked takes nothing else with it', async () => {
  await ingress.reload(signal())
  // The older of those beside the master, which is the first.
  const [, old = ''] = (await inProxy('pidof', 'haproxy')).stdout.trim().split(/\s+/).toSorted(byNumber)
  expect(await readAll()).toHaveLength(2)
  await inProxy('kill', '-STOP', old)
  const reading = readAll()
  await inProxy('kill', '-KILL', old)
  expect((await reading).map(({ isCurrent }) => isCurrent)).toEqual([true])
})

test('a process is held also while one that was released ends', async () => {
  for (let times = 0; times < 5; times++) await reloadAndRelease()
  expect(said).toEqual([])
})

test('when all is read and released, one shell and one conversation are all that is left beside the proxy', async () => {
  const list =
    'for each in /proc/[0-9]*; do read -r pid name state _ <"$each/stat" && echo "$name $state $pid $$"; done'
  const running = async () => {
    const lines = (await inProxy('sh', '-c', list)).stdout.trim().split('\n')
    const others = lines.map((line) => line.split(' ')).filter(([, , pid, own]) => pid !== own)
    return others.map(([name = '', state]) => `${name.replace(/socat|nc/, 'talk')} ${state}`).toSorted()
  }
  await eventually(running).toEqual(['(haproxy) S', '(haproxy) S', '(sh) S', '(talk) S'])
})

test('in an image without socat it is held by nc', async () => {
  // Where there is no such nc, one is made of the other.
  const nc = `#!/bin/sh\nexec /usr/bin/talk - "UNIX-CONNECT:\${1#local:}"\n`
  const script = 'cd /usr/bin && [ ! -e socat ] || { mv socat talk && rm -f nc && printf "$1" >nc && chmod +x nc; }'
  expect((await inProxy('sh', '-c', script, 'script', nc)).exitCode).toBe(0)
  ingress.close()
  ingress = make()
  const late = ask(door, 'web', '/held')
  await eventually(() => held.length).toBe(1)
  await reloadAndRelease(async () => {
    held.pop()?.()
    expect((await late).body).toBe('late')
  })
  expect(said).toEqual([])
})

test('what cannot be held is replaced all the same, and that is said', async () => {
  const nameCurrent = async () => (await readAll()).filter((each) => each.isCurrent).map(({ worker }) => worker)
  const before = await nameCurrent()
  await inProxy('mv', `${home}/worker.sock`, `${home}/away.sock`)
  await ingress.reload(signal())
  await inProxy('mv', `${home}/away.sock`, `${home}/worker.sock`)
  expect(said).toEqual([expect.stringContaining('may be missing')])
  expect(await nameCurrent()).not.toEqual(before)
  expect((await ask(door, 'web')).body).toBe('ok')
})

/** As the product does it: what a reload replaced is read, and then let go. */
async function reloadAndRelease(beforeRead = async () => {}): Promise<void> {
  const [before] = (await readAll()).filter(({ isCurrent }) => isCurrent)
  await ask(door, 'web')
  await ingress.reload(signal())
  await beforeRead()
  const find = async () => (await readAll()).find(({ worker }) => worker === before?.worker)
  await eventually(async () => (await find())?.isFinished).toBe(true)
  const after = await find()
  if (!before || !after) throw new Error('it ended')
  expect(figureOf(after, 'web', 'http_2xx')).toBeGreaterThan(figureOf(before, 'web', 'http_2xx'))
  await ingress.releaseWorkers([before.worker], signal())
}

function inProxy(...command: string[]) {
  return engine.exec(name, { command, maxOutputBytes: 10_000, signal: signal() })
}

function byNumber(one: string, other: string): number {
  return Number(one) - Number(other)
}
