// TLS by the real HAProxy: which certificate answers, how they change while it runs, and what domains ask for.
import { createHash, randomBytes, randomInt, X509Certificate } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, request as plainRequest, type Server } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request as secureRequest } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { haproxyIngress } from '../../src/drivers/ingress/haproxy.ts'
import type { Ingress, IngressFault, IngressPlan, TlsPlan, Upstream } from '../../src/drivers/ingress/ingress.ts'
import { lookAtTls, makeCertificates, planned, type TestAuthority } from '../support/certificates.ts'
import { engine, eventually, signal } from '../support/deploying.ts'
import { freePort } from '../support/server.ts'

const run = randomBytes(4).toString('hex')
const labels = { 'levelrail.test': run }
const name = `levelrail-test-${run}-tls`
const host = `127.0.${randomInt(1, 250)}.${randomInt(1, 250)}`
const proxyImage = process.env.APP_INGRESS_IMAGE || 'levelrail/haproxy:3'
const make = () => haproxyIngress({ engine, image: proxyImage, name, labels, now: () => new Date() })
const servers: Server[] = []
let ingress: Ingress
let authority: TestAuthority
let plan: IngressPlan & { tls: TlsPlan }
let ports: { http: number; https: number }

const certificateOf = (at: number) => {
  const found = authority.certificates[at]
  if (!found) throw new Error(`there is no certificate ${at}`)
  return found
}

beforeAll(async () => {
  ingress = make()
  authority = await makeCertificates([
    ['fallback.invalid'],
    ['one.test'],
    ['*.example.test', 'example.test'],
    ['one.test'],
    ['exact.example.test'],
  ])
  ports = { http: await freePort(), https: await freePort() }
  plan = {
    listen: [{ host, port: ports.http }],
    trustedProxies: [],
    challenges: [],
    routes: [
      { host: 'one.test', path: '/', app: 'one' },
      { host: '*.example.test', path: '/', app: 'one' },
      { host: 'example.test', path: '/', app: 'one' },
    ],
    apps: [{ name: 'one', upstreams: [await upstream('one')] }],
    publicHttpsPort: ports.https,
    tls: {
      listen: [{ host, port: ports.https }],
      fallback: planned(certificateOf(0)),
      certificates: [planned(certificateOf(1)), planned(certificateOf(2))],
    },
  }
  expect(await converge()).toEqual([])
})

afterAll(async () => {
  ingress.close()
  for (const { id } of await engine.listContainers(labels, signal())) await engine.removeContainer(id, signal())
  for (const server of servers) server.close()
})

function converge(): Promise<IngressFault[]> {
  return ingress.converge(async () => plan, signal())
}

function withTls(change: Partial<TlsPlan>): void {
  plan = { ...plan, tls: { ...plan.tls, ...change } }
}

async function upstream(who: string): Promise<Upstream> {
  const server = createServer((asked, answer) => answer.end(JSON.stringify({ who, headers: asked.headers })))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return { name: who, address: '127.0.0.1', port: (server.address() as AddressInfo).port, state: 'serving' }
}

const seen = (of: string) => lookAtTls({ host, port: ports.https }, of, authority.pem)

async function ask(
  scheme: 'http' | 'https',
  of: string,
  path = '/',
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{
  status: number
  location: string | undefined
  hsts: unknown
  who: string
  asked: Record<string, string>
}> {
  const options = { host, port: ports[scheme], path, method, agent: false as const, headers: { host: of, ...headers } }
  const asking =
    scheme === 'http'
      ? plainRequest(options)
      : secureRequest({ ...options, servername: of, ca: authority.pem, rejectUnauthorized: false })
  asking.end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  const body = await text(answer)
  const told = body.startsWith('{') ? JSON.parse(body) : { who: '', headers: {} }
  const { location, 'strict-transport-security': hsts } = answer.headers
  return { status: answer.statusCode ?? 0, location, hsts, who: told.who, asked: told.headers }
}

/** Ids of the processes in the container that serve. */
async function processes(): Promise<string> {
  const { stdout } = await engine.exec(name, { command: ['pidof', 'haproxy'], maxOutputBytes: 1000, signal: signal() })
  return stdout.trim()
}

test('the name that a client asks for picks the certificate, and a strange one gets the fallback', async () => {
  expect(await seen('one.test')).toMatchObject({ names: 'one.test', isTrusted: true, protocol: 'h2' })
  expect(await seen('any.example.test')).toMatchObject({ names: '*.example.test, example.test', isTrusted: true })
  expect(await seen('example.test')).toMatchObject({ isTrusted: true })
  for (const strange of ['a.b.example.test', 'stranger.test'])
    expect(await seen(strange)).toMatchObject({ names: 'fallback.invalid', isTrusted: false })
  const { who, asked } = await ask('https', 'one.test')
  expect([who, asked['x-forwarded-proto']]).toEqual(['one', 'https'])
})

test('HTTP/2 is spoken where the client can', async () => {
  const session = connectHttp2(`https://${host}:${ports.https}`, { servername: 'one.test', ca: authority.pem })
  const stream = session.request({ ':path': '/', ':authority': 'one.test' })
  const [headers] = await once(stream, 'response')
  expect(headers[':status']).toBe(200)
  expect(JSON.parse(await text(stream)).who).toBe('one')
  session.close()
})

const browser = '/usr/bin/chromium'

test.skipIf(!existsSync(browser))('a browser speaks HTTP/3, is offered it, and goes on across a reload', async () => {
  const key = new X509Certificate(certificateOf(1).certificate).publicKey.export({ type: 'spki', format: 'der' })
  const args = [
    ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    `--origin-to-force-quic-on=one.test:${ports.https}`,
    `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`,
    `--host-resolver-rules=MAP one.test ${host}`,
  ]
  const chrome = await chromium.launch({ executablePath: browser, args })
  try {
    const page = await chrome.newPage()
    for (const times of [1, 2]) {
      const answer = await page.goto(`https://one.test:${ports.https}/?${times}`)
      expect([answer?.status(), answer?.headers()['alt-svc']]).toEqual([200, `h3=":${ports.https}"; ma=3600`])
      expect(await page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol")).toBe('h3')
      if (times === 1) await ingress.reload(signal())
    }
  } finally {
    await chrome.close()
  }
})

test('certificates come, are renewed and go while the same process serves; only they are in its files', async () => {
  const before = await processes()
  expect((await seen('exact.example.test')).names).toContain('*.example.test')
  const first = (await seen('one.test')).serial
  withTls({ certificates: [planned(certificateOf(3)), planned(certificateOf(2)), planned(certificateOf(4))] })
  expect(await converge()).toEqual([])
  expect(await seen('exact.example.test')).toMatchObject({ names: 'exact.example.test', isTrusted: true })
  const renewed = await seen('one.test')
  expect(renewed).toMatchObject({ names: 'one.test', isTrusted: true })
  expect(renewed.serial).not.toBe(first)
  withTls({ certificates: [planned(certificateOf(3))] })
  expect(await converge()).toEqual([])
  expect((await seen('exact.example.test')).names).toBe('fallback.invalid')
  expect((await seen('one.test')).serial).toBe(renewed.serial)
  expect(await processes()).toBe(before)

  const folder = '/run/levelrail-ingress/certificates'
  const list = { command: ['ls', '-l', folder], maxOutputBytes: 10_000, signal: signal() }
  const lines = (await engine.exec(name, list)).stdout.split('\n').filter((line) => line.endsWith('.pem'))
  expect(lines.map((line) => line.split(/\s+/).at(-1)).sort()).toEqual(
    [certificateOf(0), certificateOf(3)].map((each) => `${planned(each).name}.pem`).sort(),
  )
  for (const line of lines) expect(line).toMatch(/^-rw-------/)
})

test('a reload, and a start from the files, keep them all', async () => {
  withTls({ certificates: [planned(certificateOf(1)), planned(certificateOf(2))] })
  await converge()
  const before = await processes()
  await ingress.reload(signal())
  expect(await processes()).not.toBe(before)
  expect(await seen('one.test')).toMatchObject({ names: 'one.test', isTrusted: true })
  // One who knows nothing of what is there leaves it so.
  const running = await processes()
  ingress.close()
  ingress = make()
  expect(await converge()).toEqual([])
  expect(await processes()).toBe(running)
  expect(await seen('any.example.test')).toMatchObject({ isTrusted: true })
})

test('one that is refused is told of, and takes no other with it', async () => {
  const [right, wrong] = [certificateOf(4), certificateOf(3)]
  const mixed = planned({ ...right, privateKey: wrong.privateKey })
  const good = planned(right, ['exact.example.test'])
  withTls({ certificates: [planned(certificateOf(1)), { ...mixed, hosts: ['bad.test'] }, good] })
  const faults = await converge()
  expect(faults).toEqual([
    { kind: 'certificate-refused', message: expect.stringMatching(/for bad\.test is refused: .*mismatch/) },
  ])
  expect(await converge()).toEqual(faults)
  expect(JSON.stringify(faults)).not.toContain('PRIVATE')
  expect((await seen('exact.example.test')).names).toBe('exact.example.test')
  expect((await seen('one.test')).names).toBe('one.test')
  await ingress.reload(signal())
  expect((await seen('exact.example.test')).names).toBe('exact.example.test')

  // One that only the process itself finds wrong, after its file was written.
  let times = 0
  const late = planned(certificateOf(2), ['late.test'])
  const open = () => (++times > 2 ? mixed.open() : late.open())
  withTls({ certificates: [planned(certificateOf(1)), { ...late, open }] })
  expect(await converge()).toEqual([
    { kind: 'certificate-refused', message: expect.stringMatching(/for late\.test is refused: .*inconsistencies/) },
  ])
  expect((await seen('one.test')).names).toBe('one.test')
  await ingress.reload(signal())
  expect((await seen('late.test')).names).toBe('fallback.invalid')
  withTls({ certificates: [planned(certificateOf(1)), planned(certificateOf(2))] })
  expect(await converge()).toEqual([])
})

test('domains are sent to HTTPS or to another host, and remembered, by maps alone', async () => {
  const before = await processes()
  const other = await upstream('port')
  plan = {
    ...plan,
    routes: [
      { host: 'one.test', path: '/', app: 'one', isSentToHttps: true, hstsSeconds: 3600 },
      { host: 'one.test', path: '/plain/', app: 'one' },
      { host: 'www.one.test', path: '/', app: 'one', isSentToHttps: true, redirectTo: 'one.test' },
      { host: 'old.test', path: '/', app: 'one', redirectTo: 'one.test' },
      { host: '*.example.test', path: '/', app: 'one', isSentToHttps: true },
      { host: 'admin.test', path: '/', app: 'one', port: other.port },
    ],
    apps: [...plan.apps, { name: `one:${other.port}`, upstreams: [other] }],
  }
  expect(await converge()).toEqual([])
  const secure = (of: string, path: string) => `https://${of}:${ports.https}${path}`

  expect(await ask('http', 'one.test', '/a?b=c')).toMatchObject({
    status: 308,
    location: secure('one.test', '/a?b=c'),
    hsts: undefined,
  })
  expect(await ask('http', 'one.test', '/a', {}, 'POST')).toMatchObject({ status: 308 })
  expect(await ask('https', 'one.test', '/a')).toMatchObject({ status: 200, who: 'one', hsts: 'max-age=3600' })
  expect(await ask('http', 'one.test', '/plain/')).toMatchObject({ status: 200, hsts: undefined })
  expect(await ask('https', 'one.test', '/plain/')).toMatchObject({ status: 200, hsts: undefined })
  expect(await ask('http', 'one.test', '/.well-known/acme-challenge/x')).toMatchObject({ status: 200, who: 'one' })
  expect(await ask('http', 'deep.example.test')).toMatchObject({ location: secure('deep.example.test', '/') })

  expect(await ask('http', 'www.one.test', '//evil.test/?q')).toMatchObject({
    status: 308,
    location: secure('one.test', '//evil.test/?q'),
  })
  expect((await ask('https', 'www.one.test', '/x')).location).toBe(secure('one.test', '/x'))
  expect((await ask('http', `old.test:${ports.http}`, '/x?y')).location).toBe(`http://one.test:${ports.http}/x?y`)
  expect(String((await ask('http', 'old.test:80@evil.test', '/x')).location)).not.toContain('evil')
  expect((await ask('https', 'old.test', '/x')).location).toBe(secure('one.test', '/x'))
  expect((await ask('http', 'admin.test')).who).toBe('port')
  // What a stranger claims of a proxy in front makes nothing HTTPS.
  expect(await ask('http', 'one.test', '/', { 'x-forwarded-proto': 'https' })).toMatchObject({ status: 308 })
  expect(await processes()).toBe(before)

  // Where a trusted proxy takes TLS off, nothing is sent round in a circle.
  plan = { ...plan, trustedProxies: ['127.0.0.0/8'] }
  await converge()
  expect(await ask('http', 'one.test', '/', { 'x-forwarded-proto': 'https' })).toMatchObject({
    status: 200,
    hsts: 'max-age=3600',
  })
  expect(await ask('http', 'one.test', '/', { 'x-forwarded-proto': 'http' })).toMatchObject({ status: 308 })
})

test('where another program has the port of HTTP/3, the rest is served', async () => {
  const taken = createSocket('udp4')
  const free = await freePort()
  taken.bind(free, host)
  await once(taken, 'listening')
  const before = plan
  plan = { ...plan, publicHttpsPort: free }
  withTls({ listen: [{ host, port: free }] })
  expect(await converge()).toEqual([])
  expect((await lookAtTls({ host, port: free }, 'one.test', authority.pem)).isTrusted).toBe(true)
  taken.close()
  plan = before
  expect(await converge()).toEqual([])
})

test('a reload that fails leaves the old process serving, also when that dies, and the next change goes through', async () => {
  const before = plan
  // An address that this machine does not have: no check finds that, only the new process.
  plan = { ...plan, listen: [...plan.listen, { host: '192.0.2.77', port: ports.http }] }
  await expect(converge()).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining('192.0.2.77') })
  expect((await ask('http', 'admin.test')).who).toBe('port')
  process.kill((await engine.inspectContainer(name, signal())).pid, 'SIGKILL')
  const again = () => ask('http', 'admin.test').then(({ who }) => who, String)
  await eventually(again).toBe('port')
  plan = { ...before, routes: [...before.routes, { host: 'after.test', path: '/', app: 'one' }] }
  expect(await converge()).toEqual([])
  expect((await ask('http', 'after.test')).who).toBe('one')
  expect((await seen('one.test')).isTrusted).toBe(true)
})

test('while its port of TLS is taken the rest is served and it is said by whom; once it is free it is taken', async () => {
  const before = plan
  const taken = createTcpServer().listen(0, host)
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  withTls({ listen: [{ host, port }] })
  expect(await converge()).toEqual([
    { kind: 'port-taken', message: expect.stringMatching(new RegExp(`port ${port} .*process ${process.pid}`)) },
  ])
  expect((await ask('http', 'admin.test')).who).toBe('port')
  taken.close()
  await once(taken, 'close')
  expect(await converge()).toEqual([])
  expect((await lookAtTls({ host, port }, 'one.test', authority.pem)).isTrusted).toBe(true)
  plan = before
  expect(await converge()).toEqual([])
  expect((await seen('one.test')).isTrusted).toBe(true)
})
