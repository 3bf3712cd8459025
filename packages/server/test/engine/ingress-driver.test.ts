// The real HAProxy on the real engine, listening on loopback ports of its own.
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { haproxyIngress } from '../../src/drivers/ingress/haproxy.ts'
import type { Ingress, IngressPlan, Upstream } from '../../src/drivers/ingress/ingress.ts'
import { engine, eventually, signal, testImage } from '../support/deploying.ts'
import { freePort } from '../support/server.ts'

const run = randomBytes(4).toString('hex')
const labels = { 'levelrail.test': run }
const name = `levelrail-test-${run}-ingress`
const host = `127.0.${randomInt(1, 250)}.${randomInt(1, 250)}`
const proxyImage = process.env.APP_INGRESS_IMAGE || 'levelrail/haproxy:3'
const said: string[] = []
const make = (image = proxyImage) =>
  haproxyIngress({ engine, image, name, labels, now: () => new Date(), say: (message) => said.push(message) })
const servers: Server[] = []
/** Each answers one request for `/held`. */
const held: (() => void)[] = []
let ingress: Ingress
let plan: IngressPlan

beforeAll(async () => {
  ingress = make()
  const [one, two] = [await upstream('one'), await upstream('two')]
  plan = {
    listen: [{ host, port: await freePort() }],
    trustedProxies: [],
    challenges: [],
    routes: [
      { host: 'one.localhost', path: '/', app: 'one' },
      { host: 'one.localhost', path: '/two/', app: 'two' },
      { host: '*.example.test', path: '/', app: 'two' },
      { host: 'exact.example.test', path: '/', app: 'one' },
      { host: 'idle.localhost', path: '/', app: 'idle' },
    ],
    apps: [
      { name: 'one', upstreams: [one] },
      { name: 'two', upstreams: [two] },
      { name: 'idle', upstreams: [] },
    ],
  }
  await ingress.converge(async () => plan, signal())
})

afterAll(async () => {
  ingress.close()
  for (const { id } of await engine.listContainers(labels, signal())) await engine.removeContainer(id, signal())
  for (const server of servers) server.close()
})

/** A server that tells its name and what it was asked with. */
async function upstream(who: string): Promise<Upstream> {
  const server = createServer((asked, answer) => {
    const tell = () => answer.end(JSON.stringify({ who, url: asked.url, headers: asked.headers }))
    if (asked.url === '/held') held.push(tell)
    else tell()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  const { port } = server.address() as AddressInfo
  return { name: who, address: '127.0.0.1', port, state: 'serving' }
}

interface Asked {
  status: number
  body: string
  who: string
  headers: Record<string, string>
}

async function ask(hostHeader: string, path = '/', headers: Record<string, string> = {}): Promise<Asked> {
  const port = plan.listen[0]?.port
  const asking = request({ host, port, path, agent: false, headers: { host: hostHeader, ...headers } })
  asking.end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  const body = await text(answer)
  const told = body.startsWith('{') ? JSON.parse(body) : { who: '', headers: {} }
  return { status: answer.statusCode ?? 0, body, who: told.who, headers: told.headers }
}

test('hosts are found exactly, then by wildcard, however they are written', async () => {
  for (const [asked, who] of [
    ['one.localhost', 'one'],
    ['ONE.LocalHost.:8080', 'one'],
    ['exact.example.test', 'one'],
    ['other.example.test', 'two'],
  ] as const)
    expect([asked, (await ask(asked)).who]).toEqual([asked, who])
  for (const stranger of [
    'example.test',
    'a.b.example.test',
    'one.localhost.evil.org',
    'evil-one.localhost',
    '127.0.0.1',
  ])
    expect(await ask(stranger)).toMatchObject({ status: 404, body: expect.stringContaining('No app here') })
})

test('the longest path wins, and a path is no mere beginning of a word', async () => {
  for (const [path, who] of [
    ['/two', 'two'],
    ['/two/three', 'two'],
    ['/twofold', 'one'],
    ['/', 'one'],
  ] as const)
    expect([path, (await ask('one.localhost', path)).who]).toEqual([path, who])
})

test('an app without a replica answers that it is not running', async () => {
  expect(await ask('idle.localhost')).toMatchObject({ status: 503, body: expect.stringContaining('is stopped') })
})

test('what a client says of itself in X-Forwarded headers is dropped', async () => {
  const lies = {
    'x-forwarded-for': '6.6.6.6',
    'x-forwarded-proto': 'https',
    'x-forwarded-user': 'root',
    forwarded: 'for=6',
  }
  const { headers } = await ask('one.localhost', '/', { ...lies, 'x-real-ip': '6.6.6.6' })
  expect(headers).toMatchObject({
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-real-ip': '127.0.0.1',
  })
  expect(headers).toMatchObject({ 'x-forwarded-host': 'one.localhost' })
  expect(headers).not.toHaveProperty('x-forwarded-user')
  expect(headers).not.toHaveProperty('forwarded')
})

test('a new app, a moved server and a lost route need no new process', async () => {
  const before = await processes()
  const three = await upstream('three')
  plan = {
    ...plan,
    routes: [
      ...plan.routes.filter((route) => route.path !== '/two/'),
      { host: 'three.localhost', path: '/', app: 'three' },
    ],
    apps: [...plan.apps.filter((app) => app.name !== 'idle'), { name: 'three', upstreams: [three] }],
  }
  plan = { ...plan, routes: plan.routes.filter(({ app }) => app !== 'idle') }
  await ingress.converge(async () => plan, signal())
  expect((await ask('three.localhost')).who).toBe('three')
  expect((await ask('one.localhost', '/two')).who).toBe('one')
  expect((await ask('idle.localhost')).status).toBe(404)
  expect(await processes()).toEqual(before)
})

test('what stands in a route is one word to the proxy, and no command of it is run', async () => {
  const before = plan
  const routed = (...paths: string[]): IngressPlan => ({
    ...before,
    routes: [...before.routes, ...paths.map((path) => ({ host: 'odd.test', path, app: 'two' }))],
  })
  const odd = ['/a;disable frontend in;/', '/a\\;clear map routes.map/', '/q"\'/', '/#/', '/<</'].map((path) =>
    path.replaceAll(' ', '%20'),
  )
  plan = routed(...odd)
  await ingress.converge(async () => plan, signal())
  for (const path of odd.slice(0, 3)) expect([path, (await ask('odd.test', path)).who]).toEqual([path, 'two'])
  expect((await ask('odd.test', '/a')).status).toBe(404)
  for (const path of ['/a b/', '/a\nshutdown sessions server b1/', '/a\r/', '/a\tb/'])
    await expect(ingress.converge(async () => routed(path), signal())).rejects.toMatchObject({ kind: 'invalid' })
  const [first] = before.apps
  const named = { ...before, apps: [{ name: 'one;show info', upstreams: first?.upstreams ?? [] }] }
  await expect(ingress.converge(async () => named, signal())).rejects.toMatchObject({ kind: 'invalid' })
  expect((await ask('odd.test', odd[0])).who).toBe('two')
  plan = before
  await ingress.converge(async () => plan, signal())
  expect((await ask('odd.test', odd[0])).status).toBe(404)
  expect((await ask('one.localhost')).who).toBe('one')
})

test('files of earlier configurations are removed', async () => {
  const routes = plan.routes
  for (let times = 0; times < 20; times++) {
    const more = { host: `many-${times}.test`, path: '/', app: 'one' }
    await ingress.converge(async () => ({ ...plan, routes: [...routes, more] }), signal())
  }
  await ingress.converge(async () => plan, signal())
  const list = { command: ['ls', '/run/levelrail-ingress/files'], maxOutputBytes: 10_000, signal: signal() }
  const { stdout } = await engine.exec(name, list)
  expect(stdout.trim().split('\n').length).toBeLessThan(20)
})

test('a change sends only the files that it changes, and writes into none that was there', async () => {
  const routed = (...hosts: string[]): IngressPlan => ({
    ...plan,
    routes: [...plan.routes, ...hosts.map((each) => ({ host: each, path: '/', app: 'one' }))],
  })
  await ingress.converge(async () => routed('first.test'), signal())
  const before = await filesIn('current')
  // Other names of the same files: what is written into one of them shows here.
  const keep = 'rm -rf kept && mkdir kept && for file in current/*; do ln "$file" kept/ || exit 1; done'
  expect((await inContainer(keep)).exitCode).toBe(0)
  await ingress.converge(async () => routed('second.test'), signal())
  const after = await filesIn('current')
  expect([...after.keys()]).toEqual([...before.keys()])
  const changed = [...after].filter(([file, { inode }]) => inode !== before.get(file)?.inode).map(([file]) => file)
  expect(changed).toEqual(['routes.map'])
  expect(await filesIn('kept')).toEqual(before)
  // One that knows nothing writes all of it anew, into the folder that is there.
  ingress.close()
  ingress = make()
  await ingress.converge(async () => routed('second.test'), signal())
  expect(await filesIn('kept')).toEqual(before)
  const sums = (files: typeof after) => [...files].map(([file, { sum }]) => [file, sum])
  expect(sums(await filesIn('current'))).toEqual(sums(after))
  await ingress.converge(async () => plan, signal())
})

test('a file that got lost is back with the next change, also where another one is changed', async () => {
  const before = await filesIn('current')
  expect((await inContainer('rm current/no-route.html')).exitCode).toBe(0)
  const back = { host: 'back.test', path: '/', app: 'one' }
  await ingress.converge(async () => ({ ...plan, routes: [...plan.routes, back] }), signal())
  const after = await filesIn('current')
  expect([...after.keys()]).toEqual([...before.keys()])
  expect(after.get('no-route.html')?.sum).toBe(before.get('no-route.html')?.sum)
  expect((await inContainer('haproxy -c -f "$PWD/current/haproxy.cfg"')).exitCode).toBe(0)
  expect((await ask('back.test')).who).toBe('one')
  await ingress.converge(async () => plan, signal())
  expect((await ask('back.test')).status).toBe(404)
})

test('what was changed by hand in the process is found at the next change, whatever that is about', async () => {
  const command =
    'echo "@1 del map routes.map three.localhost/" | { socat - UNIX:master.sock || nc local:master.sock; }'
  await inContainer(command)
  await eventually(async () => (await ask('three.localhost')).status).toBe(404)
  const more = { host: 'elsewhere.test', path: '/', app: 'one' }
  await ingress.converge(async () => ({ ...plan, routes: [...plan.routes, more] }), signal())
  expect((await ask('three.localhost')).who).toBe('three')
  await ingress.converge(async () => plan, signal())
})

test('very many changes at once are all taken', async () => {
  const many = Array.from({ length: 500 }, (_, at) => ({ host: `at-${at}.test`, path: '/', app: 'one' }))
  await ingress.converge(async () => ({ ...plan, routes: [...plan.routes, ...many] }), signal())
  for (const { host: asked } of [many[0], many[64], many[499]].flatMap((each) => each ?? []))
    expect((await ask(asked)).who).toBe('one')
  await ingress.converge(async () => plan, signal())
  expect((await ask('at-64.test')).status).toBe(404)
})

test('a draining server finishes what it began and gets nothing new', async () => {
  const next = await upstream('next')
  const slow = ask('one.localhost', '/held')
  await eventually(() => ingress.countSessions('one', ['one'], signal())).toBe(1)
  const [old] = plan.apps.find((app) => app.name === 'one')?.upstreams ?? []
  const withOne = (upstreams: Upstream[]) => ({
    ...plan,
    apps: plan.apps.map((app) => (app.name === 'one' ? { ...app, upstreams } : app)),
  })
  plan = withOne([{ ...(old as Upstream), state: 'draining' }, next])
  await ingress.converge(async () => plan, signal())
  for (let times = 0; times < 5; times++) expect((await ask('one.localhost')).who).toBe('next')
  for (const answer of held) answer()
  expect((await slow).who).toBe('one')
  await eventually(() => ingress.countSessions('one', ['one'], signal())).toBe(0)
  plan = withOne([next])
  await ingress.converge(async () => plan, signal())
  expect((await ask('one.localhost')).who).toBe('next')
})

test('challenges of a certificate authority are answered for any host, and what is none goes to the app', async () => {
  const before = await processes()
  const path = '/.well-known/acme-challenge'
  const challenges = [{ token: 'to-ken_1', answer: 'to-ken_1.thumb-print' }]
  await ingress.converge(async () => ({ ...plan, challenges }), signal())
  for (const asked of ['unknown.example', 'one.localhost'])
    expect(await ask(asked, `${path}/to-ken_1`)).toMatchObject({ status: 200, body: 'to-ken_1.thumb-print' })
  for (const other of ['other', 'to-ken_1/more', 'TO-KEN_1'])
    expect((await ask('one.localhost', `${path}/${other}`)).who).not.toBe('')
  await ingress.converge(async () => plan, signal())
  expect((await ask('one.localhost', `${path}/to-ken_1`)).who).not.toBe('')
  expect(await processes()).toEqual(before)
})

test('a control plane that knows nothing finds everything as it was and changes nothing', async () => {
  const before = await processes()
  ingress.close()
  ingress = make()
  await ingress.converge(async () => plan, signal())
  expect((await ask('three.localhost')).who).toBe('three')
  expect(await processes()).toEqual(before)
})

test('a change of structure is a new process, and an invalid one leaves the old serving and names the line', async () => {
  const before = await processes()
  plan = { ...plan, trustedProxies: ['127.0.0.0/8'] }
  await ingress.converge(async () => plan, signal())
  expect(await processes()).not.toEqual(before)
  const { headers } = await ask('one.localhost', '/', { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https' })
  expect(headers).toMatchObject({ 'x-forwarded-for': '6.6.6.6, 127.0.0.1', 'x-forwarded-proto': 'https' })
  const bad = { ...plan, trustedProxies: ['127.0.0.0/8', 'nonsense'] }
  await expect(ingress.converge(async () => bad, signal())).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringMatching(/nonsense|trusted\.list|line/),
  })
  expect((await ask('three.localhost')).who).toBe('three')
  await ingress.converge(async () => plan, signal())
  expect((await ask('three.localhost')).who).toBe('three')
})

test('killed, it is back from its files without anybody, and is changed as before', async () => {
  const [{ id } = { id: '' }] = await engine.listContainers(labels, signal())
  const { pid } = await engine.inspectContainer(id, signal())
  process.kill(pid, 'SIGKILL')
  const who = () =>
    ask('three.localhost').then(
      (answer) => answer.who,
      () => 'nobody',
    )
  await eventually(async () => (await engine.inspectContainer(id, signal())).pid).not.toBe(pid)
  await eventually(who).toBe('three')
  const four = await upstream('four')
  const before = plan
  plan = { ...plan, apps: plan.apps.map((app) => (app.name === 'three' ? { ...app, upstreams: [four] } : app)) }
  await eventually(() =>
    ingress
      .converge(async () => plan, signal())
      .then(
        () => true,
        () => false,
      ),
  ).toBe(true)
  expect(await who()).toBe('four')
  // The files that it starts from next were written by two changes, of which the second sent one file.
  await ingress.converge(async () => before, signal())
  await ingress.converge(async () => plan, signal())
  const { pid: second } = await engine.inspectContainer(id, signal())
  process.kill(second, 'SIGKILL')
  await eventually(async () => (await engine.inspectContainer(id, signal())).pid).not.toBe(second)
  await eventually(who).toBe('four')
  expect((await ask('other.example.test')).who).toBe('two')
})

test('with broken files it is not back by itself, and is when the control plane has written them anew', async () => {
  const command = ['sh', '-c', 'for file in /run/levelrail-ingress/current/*; do echo nonsense >"$file"; done']
  await engine.exec(name, { command, maxOutputBytes: 1000, signal: signal() })
  const [{ id } = { id: '' }] = await engine.listContainers(labels, signal())
  ingress.close()
  process.kill((await engine.inspectContainer(id, signal())).pid, 'SIGKILL')
  await eventually(async () => (await engine.inspectContainer(id, signal())).state).toBe('restarting')
  ingress = make()
  // It may be back at any moment, so that it is no answer that there is no process.
  await expect(ingress.readCounters(() => false, signal())).rejects.toMatchObject({ kind: 'unreachable' })
  await eventually(() =>
    ingress
      .converge(async () => plan, signal())
      .then(
        () => true,
        () => false,
      ),
  ).toBe(true)
  expect((await ask('three.localhost')).who).toBe('four')
})

test('a proxy that is stopped has nothing to tell, and whoever asks is not in the way of who starts it', async () => {
  const [{ id } = { id: '' }] = await engine.listContainers(labels, signal())
  await engine.stopContainer(id, 5, signal())
  ingress.close()
  ingress = make()
  // They have their turns in this order.
  const asked = Promise.all([
    ingress.readCounters(() => false, signal()),
    ingress.releaseWorkers(['nobody'], signal()),
    ingress.countSessions('one', ['one'], signal()),
  ])
  const started = ingress.converge(async () => plan, signal())
  expect(await asked).toEqual([[], undefined, 0])
  await started
  expect((await ask('three.localhost')).who).toBe('four')
  expect(await ingress.readCounters(() => false, signal())).toMatchObject([{ isCurrent: true }])
})

test('another image makes the container anew at the next start, and one that is not here does not', async () => {
  const before = await processes()
  ingress.close()
  ingress = make('levelrail/no-such:1')
  await ingress.converge(async () => plan, signal())
  expect(await processes()).toBe(before)
  expect(said).toEqual([])

  ingress.close()
  const [{ id } = { id: '' }] = await engine.listContainers(labels, signal())
  await engine.removeContainer(id, signal())
  const old = { name, labels, image: testImage, env: {}, network: 'none' as const }
  await engine.startContainer(await engine.createContainer(old, signal()), signal())
  ingress = make()
  await ingress.converge(async () => plan, signal())
  expect(said).toEqual([expect.stringContaining(proxyImage)])
  expect((await ask('three.localhost')).who).toBe('four')
})

test('a port that another program holds is not shared, and it is said whose it is', async () => {
  const taken = createTcpServer().listen(0, host)
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const other = haproxyIngress({
    engine,
    image: proxyImage,
    name: `${name}-2`,
    labels,
    now: () => new Date(),
  })
  await expect(other.converge(async () => ({ ...plan, listen: [{ host, port }] }), signal())).rejects.toMatchObject({
    kind: 'port-taken',
    message: expect.stringContaining(`process ${process.pid}`),
  })
  taken.close()
})

test('an image that is not here is named', async () => {
  const other = haproxyIngress({
    engine,
    image: 'levelrail/no-such:1',
    name: `${name}-3`,
    labels,
    now: () => new Date(),
  })
  const listen = [{ host, port: await freePort() }]
  await expect(other.converge(async () => ({ ...plan, listen }), signal())).rejects.toMatchObject({
    kind: 'image-missing',
    message: expect.stringContaining('levelrail/no-such:1'),
  })
})

/** In the folder of the ingress, by a shell. */
async function inContainer(script: string): Promise<{ exitCode: number; stdout: string }> {
  const command = ['sh', '-c', `cd /run/levelrail-ingress && ${script}`]
  return engine.exec(name, { command, maxOutputBytes: 100_000, signal: signal() })
}

async function filesIn(folder: string): Promise<Map<string, { inode: string; sum: string }>> {
  const { stdout } = await inContainer(`cd ${folder}/ && ls -i && sha256sum *`)
  const found = new Map<string, { inode: string; sum: string }>()
  for (const [first = '', file = ''] of stdout.split('\n').map((line) => line.trim().split(/\s+/)))
    if (first.length < 64) found.set(file, { inode: first, sum: '' })
    else found.set(file, { inode: found.get(file)?.inode ?? '', sum: first })
  return found
}

/** Ids of the processes in the container that serve. */
async function processes(): Promise<string> {
  const { stdout } = await engine.exec(name, { command: ['pidof', 'haproxy'], maxOutputBytes: 1000, signal: signal() })
  return stdout.trim()
}
