// Every rule of an app, tried on the real HAProxy while it runs, and what hostile values do: nothing.
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http'
import { connect } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { AppRulesSet } from '@levelrail/contract/schemas/rules.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { haproxyIngress } from '../../src/drivers/ingress/haproxy.ts'
import type { Ingress, IngressPlan, Upstream } from '../../src/drivers/ingress/ingress.ts'
import type { IngressRules } from '../../src/drivers/ingress/ingress-rules.ts'
import { compilePattern } from '../../src/drivers/ingress/waf-pattern.ts'
import { noRules } from '../../src/features/rules/app-rules.ts'
import { ingressRules } from '../../src/features/rules/ingress-rules.ts'
import { createApp, engine, eventually, signal, startDeploying } from '../support/deploying.ts'
import { ask as askAt } from '../support/ingress-load.ts'
import { freePort } from '../support/server.ts'

const run = randomBytes(4).toString('hex')
const labels = { 'levelrail.test': run }
const name = `levelrail-test-${run}-ingress`
const host = `127.0.${randomInt(1, 250)}.${randomInt(1, 250)}`
const image = process.env.APP_INGRESS_IMAGE || 'levelrail/haproxy:3'
const nothing = ingressRules(noRules, undefined)
/** Believed when it says who asks. */
const proxy = '127.0.99.9'
const servers: Server[] = []
const ingress: Ingress = haproxyIngress({ engine, image, name, labels, now: () => new Date() })
let plan: IngressPlan
let upstreams: Upstream[]

beforeAll(async () => {
  upstreams = [await upstream('one'), await upstream('two'), await upstream('three')]
  plan = {
    listen: [{ host, port: await freePort() }],
    trustedProxies: [proxy, '10.0.0.0/8'],
    challenges: [],
    routes: [
      { host: 'web.localhost', path: '/', app: 'web' },
      { host: 'other.localhost', path: '/', app: 'other' },
    ],
    apps: [],
  }
  await rules({})
})

beforeEach(() => rules({}))

afterAll(async () => {
  ingress.close()
  for (const { id } of await engine.listContainers(labels, signal())) await engine.removeContainer(id, signal())
  for (const server of servers) server.close()
})

async function upstream(who: string): Promise<Upstream> {
  const server = createServer(async (asked, answer) => {
    const body = await text(asked)
    if (asked.url === '/never') return
    answer.setHeader('x-powered-by', 'secret sauce')
    answer.end(JSON.stringify({ who, headers: asked.headers, length: body.length }))
  })
  server.on('upgrade', (_, socket) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return { name: who, address: '127.0.0.1', port: (server.address() as AddressInfo).port, state: 'serving' }
}

/** Gives `web` these rules and no others; `other` never has any. */
async function rules(changes: Partial<IngressRules>, serving: Upstream[] = upstreams.slice(0, 1)): Promise<void> {
  const apps = [
    { name: 'web', upstreams: serving, rules: { ...nothing, ...changes } },
    { name: 'other', upstreams: upstreams.slice(0, 1) },
  ]
  plan = { ...plan, apps }
  await ingress.converge(async () => plan, signal())
}

interface Wish {
  app?: string
  path?: string
  method?: string
  headers?: Record<string, string>
  body?: string
  from?: string
  agent?: Agent
}

async function ask({ app = 'web', path = '/', method = 'GET', headers = {}, body, from, agent }: Wish = {}) {
  const { port } = plan.listen[0] ?? { port: 0 }
  const local = from === undefined ? {} : { localAddress: from }
  const asking = request({
    ...{ host, port, path, method, ...local },
    agent: agent ?? false,
    headers: { host: `${app}.localhost`, ...headers },
  })
  asking.end(body)
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  const words = await text(answer)
  const told = words.startsWith('{') ? JSON.parse(words) : { who: '', headers: {}, length: 0 }
  return { status: answer.statusCode ?? 0, headers: answer.headers, words, told }
}

const statusOf = async (wish: Wish = {}) => (await ask(wish)).status

/** What a process of the proxy answers to a command. */
async function tell(command: string): Promise<string> {
  const talk = 'echo "@1 $1" | socat - UNIX-CONNECT:/run/levelrail-ingress/master.sock'
  const asked = { command: ['sh', '-c', talk, 'talk', command], maxOutputBytes: 1_000_000, signal: signal() }
  return (await engine.exec(name, asked)).stdout
}

/** Which process serves; a live change leaves it. */
async function worker(): Promise<string> {
  return /^Pid: (\d+)$/m.exec(await tell('show info'))?.[1] ?? 'none'
}

async function live(work: () => Promise<void>): Promise<void> {
  const before = await worker()
  await work()
  expect(await worker()).toBe(before)
}

const twice = <T>(value: T): [T, T] => [value, value]

test('a rate is held by address, told with Retry-After, and changed while it runs', () =>
  live(async () => {
    const [one, other] = ['127.0.98.1', '127.0.98.2']
    await rules({ rateLimit: { requests: 2, per: 'minute' } })
    expect([await statusOf({ from: one }), await statusOf({ from: one })]).toEqual(twice(200))
    const { status, headers, words } = await ask({ from: one })
    expect([status, headers['retry-after']]).toEqual([429, '60'])
    expect(words).toContain('Too many requests')
    expect([await statusOf({ from: other }), await statusOf({ from: one, app: 'other' })]).toEqual(twice(200))
    await rules({ rateLimit: { requests: 3, per: 'minute' } })
    expect([await statusOf({ from: one }), await statusOf({ from: one })]).toEqual([200, 429])
    await rules({})
    expect(await statusOf({ from: one })).toBe(200)

    // Of IPv6 a whole /64 is one client.
    const said = (address: string) => ({ from: proxy, headers: { 'x-forwarded-for': address } })
    await rules({ rateLimit: { requests: 1, per: 'minute' } })
    expect(await statusOf(said('2001:db8::1'))).toBe(200)
    expect(await statusOf(said('2001:db8::2'))).toBe(429)
    expect(await statusOf(said('2001:db8:0:1::2'))).toBe(200)
  }))

test('a rate by the second lets as many in again a moment later', () =>
  live(async () => {
    await rules({ rateLimit: { requests: 2, per: 'second' } })
    const from = '127.0.98.3'
    const many = await Promise.all(Array.from({ length: 50 }, () => ask({ from })))
    const refused = many.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers['retry-after']).toBe('1')
    await eventually(() => statusOf({ from })).toBe(200)
  }))

test('lists of addresses, as the peer or a believed proxy tells them', () =>
  live(async () => {
    const said = (address: string, from = proxy) => ({ from, headers: { 'x-forwarded-for': address } })
    await rules({ deny: ['127.0.98.0/23', '192.0.2.7', '2001:db8::/33', '::ffff:198.51.100.0/120'] })
    for (const [wish, status] of [
      [{ from: '127.0.98.1' }, 403],
      [{ from: '127.0.99.1' }, 403],
      [{ from: '127.0.100.1' }, 200],
      [{ from: '127.0.98.1', app: 'other' }, 200],
      [said('192.0.2.7'), 403],
      [said('192.0.2.8'), 200],
      [said('192.0.2.7, 10.1.2.3, 10.9.9.9'), 403],
      [said('192.0.2.7, 192.0.2.8, 10.9.9.9'), 200],
      [said('198.51.100.9'), 403],
      [said('::ffff:192.0.2.7'), 403],
      [said('2001:db8:1::1'), 403],
      [said('2001:db8:8000::1'), 200],
      // Not believed, so nothing of what it says counts.
      [said('192.0.2.7', '127.0.100.1'), 200],
      [said('203.0.113.1', '127.0.98.1'), 403],
    ] as const)
      expect([wish, await statusOf(wish)]).toEqual([wish, status])

    await rules({ allow: ['127.0.100.0/24', '2001:db8::5'], deny: ['127.0.100.7'] })
    expect(await statusOf({ from: '127.0.100.1' })).toBe(200)
    expect(await statusOf({ from: '127.0.100.7' })).toBe(403)
    expect(await statusOf({ from: '127.0.101.1' })).toBe(403)
    expect(await statusOf(said('2001:db8::5'))).toBe(200)
    for (const odd of ['nonsense', '2001:db8::5, nonsense', '2001:db8::5,', '2001:db8::5, 10.1.2.3, -'])
      expect([odd, await statusOf(said(odd))]).toEqual([odd, 403])
    const { words } = await ask({ from: '127.0.101.1' })
    expect(words).toContain('Refused')
  }))

test('presets of the firewall refuse what they are for, and nothing else', () =>
  live(async () => {
    const attacks: [IngressRules['wafPresets'][number], Wish][] = [
      ['sql_injection', { path: '/?id=1%20UNION%20ALL%20SELECT%20password' }],
      ['sql_injection', { path: '/?id=1+union/**/select+1' }],
      ['sql_injection', { path: "/?id=1'%20or%20'1'='1" }],
      ['sql_injection', { path: '/?id=1%2527%2520or%25201%253d1' }],
      ['sql_injection', { path: '/?id=1;drop%20table%20users' }],
      ['path_traversal', { path: '/static/..%2f..%2fetc/x' }],
      ['path_traversal', { path: '/?file=%252e%252e%252fx' }],
      ['path_traversal', { path: '/?file=/etc/passwd' }],
      ['path_traversal', { path: '/..' }],
      ['path_traversal', { path: '/a%00b' }],
      // Escapes that are broken, end a text, or fill the buffer of the proxy hide nothing.
      ['sql_injection', { path: '/?a=%zz%&id=1%27%20or%201=1' }],
      ['sql_injection', { path: '/?a=%25zz&id=1%27%20or%201=1' }],
      ['sql_injection', { path: '/?a=%00&id=1%27%20or%201=1' }],
      ['sql_injection', { path: '/?a=%2500&id=1%27%20or%201=1' }],
      ['sql_injection', { path: `/?a=${'%'.repeat(7000)}&id=1%27%20or%201=1` }],
      ['dot_files', { path: '/%zz/%2egit' }],
      ['xss', { path: '/?q=%3Cscript%3Ealert(1)' }],
      ['xss', { path: '/?q=%22%20onmouseover=x' }],
      ['xss', { path: '/?next=javascript:alert(1)' }],
      ['scanners', { headers: { 'user-agent': 'sqlmap/1.7 (https://sqlmap.org)' } }],
      ['scanners', { headers: { 'user-agent': 'Mozilla/5.0 Nikto/2.5' } }],
      ['dot_files', { path: '/.git/config' }],
      ['dot_files', { path: '/a/%2eenv' }],
    ]
    const innocent: Wish[] = [
      { path: '/' },
      { path: '/?q=select+a+union&online=1&sort=or' },
      { path: '/.well-known/security.txt' },
      { path: '/?q=100%&r=%e4%b8%ad%zz' },
      { path: '/a/./b.c/file.min.js?v=..5' },
      { path: '/blog/why-script-tags?ref=O%27Reilly' },
      { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' } },
    ]
    for (const [preset, wish] of attacks) {
      await rules({ wafPresets: [preset] })
      expect([preset, wish, await statusOf(wish)]).toEqual([preset, wish, 403])
      expect(await statusOf({ ...wish, app: 'other' })).toBe(200)
    }
    const all = [...new Set(attacks.map(([preset]) => preset))]
    await rules({ wafPresets: all })
    for (const wish of innocent) expect([wish, await statusOf(wish)]).toEqual([wish, 200])
    await rules({ wafPresets: ['xss'] })
    expect(await statusOf({ path: '/.git/config' })).toBe(200)
  }))

test('own patterns are looked for in the decoded URL and the user agent of their app alone', () =>
  live(async () => {
    await rules({ wafPatterns: ['^/wp-admin', 'bad;bot #1', '\\.php$', 'x{3}', '"\'<'] })
    for (const [wish, status] of [
      [{ path: '/WP-admin/x' }, 403],
      [{ path: '/a/wp-admin' }, 200],
      [{ path: '/a.ph%70' }, 403],
      [{ path: '/a.php?x' }, 200],
      [{ path: '/%2578xx' }, 403],
      [{ path: '/%22%27%3c' }, 403],
      [{ headers: { 'user-agent': 'a Bad;Bot #1' } }, 403],
      [{ path: '/wp-admin', app: 'other' }, 200],
    ] as const)
      expect([wish, await statusOf(wish)]).toEqual([wish, status])
    await rules({ wafPatterns: ['nothing of the kind'] })
    expect(await statusOf({ path: '/wp-admin' })).toBe(200)
  }))

test('whatever pattern is taken, the proxy takes too', () =>
  live(async () => {
    const alphabet = ['a', 'Z', '0', '(', '(?:', ')', '|', '[', ']', '^', '$', '.', '*', '+', '?', '{2}', '{1,99}', '-']
    const more = [
      '\\d',
      '\\b',
      '\\x00',
      '\\\\',
      '\\]',
      ' ',
      ';',
      '#',
      '"',
      "'",
      '<',
      '/',
      ',',
      '=',
      '~',
      '\\x7c',
      '\\n',
    ]
    const letters = [...alphabet, ...more]
    const taken: string[] = []
    for (let tries = 0; taken.length < 160 && tries < 200_000; tries++) {
      const pattern = Array.from({ length: randomInt(1, 14) }, () => letters[randomInt(letters.length)]).join('')
      if (compilePattern(pattern, '^').ok) taken.push(pattern)
    }
    expect(taken).toHaveLength(160)
    for (let at = 0; at < taken.length; at += 15)
      await rules({ wafPatterns: taken.slice(at, at + 15) }).catch((error: unknown) => {
        throw new Error(`${JSON.stringify(taken.slice(at, at + 15))}: ${error}`)
      })
    // As large as the proxy may make them.
    const large = Array.from({ length: 16 }, (_, at) => `^(?:[a-z][0-9]){20}${at}`)
    expect(large.every((pattern) => compilePattern(pattern, '^').ok)).toBe(true)
    await rules({ wafPatterns: large })
    expect(await statusOf({ path: '/' })).toBe(200)
    // As long as they may be: every character is written as four.
    await rules({ wafPatterns: Array.from({ length: 16 }, (_, at) => `${at % 10}${'/'.repeat(127)}`) })
    expect(await statusOf({ path: `/3${'/'.repeat(127)}` })).toBe(403)
    expect(await statusOf()).toBe(200)
  }))

test('no request makes the proxy look at a pattern or a preset for long', () =>
  live(async () => {
    const runs = Array.from({ length: 16 }, (_, at) => `\\s\\s+${at}.*x`)
    const ways = Array.from({ length: 16 }, (_, at) => `a{0,7}a{0,7}a{20}${at}`)
    const presets = ['sql_injection', 'path_traversal', 'xss', 'scanners', 'dot_files'] as const
    const hostile = ['+', 'a', '%27or', '%3c+', 'union(', '/.', '%27+or+', '+onabc', 'document+']
    for (const wafPatterns of [runs, ways, []]) {
      await rules({ wafPatterns, wafPresets: [...presets] })
      for (const words of hostile) {
        const path = `/?${words.repeat(Math.floor((wafPatterns.length > 0 ? 4000 : 7900) / words.length))}`
        // The proxy ends itself when one request takes it two seconds.
        expect([words, await statusOf({ path })]).toEqual([words, 200])
      }
    }
    await rules({ wafPatterns: runs })
    expect(await statusOf({ path: `/?${'a'.repeat(4100)}` })).toBe(414)
  }))

test('basic authentication: the app never sees the password', () =>
  live(async () => {
    const key = randomBytes(32).toString('base64')
    const digest = (words: string) => createHmac('sha256', Buffer.from(key, 'base64')).update(words).digest('hex')
    const as = (words: string, scheme = 'Basic') => ({
      headers: { authorization: `${scheme} ${Buffer.from(words).toString('base64')}` },
    })
    await rules({ basicAuth: { key, digests: [digest('ann:pass:wörd'), digest('bob:other words')] } })
    const { status, headers, words } = await ask()
    expect([status, headers['www-authenticate']]).toEqual([401, 'Basic realm="web", charset="UTF-8"'])
    expect(words).toContain('Sign in')
    const let_in = await ask(as('ann:pass:wörd'))
    expect(let_in.status).toBe(200)
    expect(let_in.told.headers).not.toHaveProperty('authorization')
    expect(await statusOf(as('bob:other words', 'basic'))).toBe(200)
    for (const wrong of [
      'ann:pass',
      'bob:pass:wörd',
      'ann:pass:wörd ',
      ':',
      '',
      'ann',
      'ann:',
      digest('ann:pass:wörd'),
    ])
      expect([wrong, await statusOf(as(wrong))]).toEqual([wrong, 401])
    expect(await statusOf({ headers: { authorization: 'Bearer abc' } })).toBe(401)
    const elsewhere = await ask({ app: 'other', ...as('ann:pass:wörd') })
    expect(elsewhere.told.headers).toHaveProperty('authorization')

    await rules({ basicAuth: { key, digests: [digest('bob:other words')] } })
    expect(await statusOf(as('ann:pass:wörd'))).toBe(401)
    // A key that could not be opened lets nobody in.
    await rules({ basicAuth: { key: '', digests: [] } })
    expect(await statusOf(as('bob:other words'))).toBe(401)
    await rules({})
    expect((await ask(as('x:y'))).told.headers).toHaveProperty('authorization')
  }))

test('maintenance is a page with the message, whether or not a replica is there', () =>
  live(async () => {
    const message = `<script>alert("1")</script> & 'back' at 5; 100% %[src] #\n`
    for (const serving of [upstreams.slice(0, 1), []]) {
      await rules({ maintenance: { message } }, serving)
      const { status, headers, words } = await ask()
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '60', 'no-store'])
      expect(words).toContain(
        '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;back&#39; at 5; 100% %[src] #',
      )
      expect(await statusOf({ app: 'other' })).toBe(200)
    }
    await rules({})
    expect(await statusOf()).toBe(200)
  }))

test('a body has a limit, and must say its length', () =>
  live(async () => {
    await rules({ bodyLimitBytes: 10 })
    const post = (body: string, headers = {}) => ask({ method: 'POST', body, headers })
    const fits = await post('1234567890', { 'content-length': '10' })
    expect([fits.status, fits.told.length]).toEqual([200, 10])
    expect((await post('12345678901', { 'content-length': '11' })).status).toBe(413)
    expect((await post('1', { 'transfer-encoding': 'chunked' })).status).toBe(411)
    expect(await statusOf()).toBe(200)
    expect(await statusOf({ app: 'other', method: 'POST', body: 'x'.repeat(1000) })).toBe(200)
    // HTTP/2 says a length or none.
    const { port } = plan.listen[0] ?? { port: 0 }
    const session = connect(`http://${host}:${port}`)
    const over2 = async (method: string, body?: string) => {
      const stream = session.request({ ':method': method, ':path': '/', ':authority': 'web.localhost' })
      stream.on('error', () => {})
      stream.end(body)
      const [headers] = await once(stream, 'response')
      stream.resume()
      return headers[':status']
    }
    expect([await over2('GET'), await over2('POST', 'x')]).toEqual([200, 411])
    session.destroy()
    await rules({ bodyLimitBytes: 1_000_000_000_000 })
    expect((await post('x'.repeat(1000), { 'content-length': '1000' })).status).toBe(200)
  }))

test('time-outs of answers and of idle WebSockets', () =>
  live(async () => {
    await rules({ responseSeconds: 1, idleSeconds: 1 })
    expect(await statusOf({ path: '/never' })).toBe(504)
    const { port } = plan.listen[0] ?? { port: 0 }
    const headers = { host: 'web.localhost', connection: 'Upgrade', upgrade: 'test' }
    const asking = request({ host, port, headers })
    asking.end()
    const [, socket] = await once(asking, 'upgrade')
    socket.resume()
    await once(socket, 'close')
  }))

test('what is refused is counted for the app, and maintenance is no failure of it', () =>
  live(async () => {
    const counters = async () => {
      const row = (await tell('show table counters/apps')).split('\n').find((line) => /key=web(\s|$)/.test(line)) ?? ''
      const gpc = (at: number) => Number(new RegExp(`gpc${at}=(\\d+)`).exec(row)?.[1] ?? 0)
      return { refused: gpc(4), failed: gpc(5), ofProxy: gpc(6) }
    }
    const before = await counters()
    await rules({ deny: ['127.0.98.1'] })
    await ask({ from: '127.0.98.1' })
    await rules({ basicAuth: { key: 'a2V5', digests: [] } })
    await ask()
    await rules({ maintenance: { message: 'x' } })
    await ask()
    const { refused, failed, ofProxy } = before
    expect(await counters()).toEqual({ refused: refused + 2, failed: failed + 1, ofProxy })
  }))

test('headers are set and removed, whatever their values hold', async () => {
  const odd = `a 'b' "c" %[src] \\ $HOME \${HOME} ; # { } <<`
  await rules({
    requestHeaders: [
      { name: 'X-Odd', value: odd },
      { name: 'Accept-Language', value: null },
    ],
    responseHeaders: [
      { name: 'X-Frame-Options', value: 'DENY' },
      { name: 'X-Powered-By', value: null },
      { name: "X-#!$%&'*+.^_`|~", value: odd },
    ],
  })
  const { headers, told } = await ask({ headers: { 'accept-language': 'en', 'x-odd': 'mine' } })
  expect(told.headers).toMatchObject({ 'x-odd': odd })
  expect(told.headers).not.toHaveProperty('accept-language')
  expect(headers).toMatchObject({ 'x-frame-options': 'DENY', "x-#!$%&'*+.^_`|~": odd })
  expect(headers).not.toHaveProperty('x-powered-by')
  const other = await ask({ app: 'other' })
  expect(other.headers).not.toHaveProperty('x-frame-options')
  expect(other.headers).toHaveProperty('x-powered-by')
})

test('a sticky client stays with its replica, also one that came later, until it leaves', async () => {
  const [one, two, three] = upstreams as [Upstream, Upstream, Upstream]
  await rules({ stickyCookie: 'at', balance: 'roundrobin' }, [one, two])
  const cookies = new Map<string, string>()
  const meet = async () => {
    const { headers, told } = await ask()
    const [cookie = ''] = headers['set-cookie']?.[0]?.split(';') ?? []
    cookies.set(told.who, cookie)
    expect(headers['set-cookie']?.[0]).toMatch(/^at=[0-9a-f]{12}; path=\/; HttpOnly; SameSite=Lax$/)
  }
  const stays = async (who: string) => {
    for (let times = 0; times < 4; times++) {
      const { headers, told } = await ask({ headers: { cookie: cookies.get(who) ?? '' } })
      expect([told.who, headers['set-cookie'], told.headers.cookie]).toEqual([who, undefined, undefined])
    }
  }
  while (cookies.size < 2) await meet()
  await stays('one')
  await stays('two')
  await live(async () => {
    await rules({ stickyCookie: 'at', balance: 'roundrobin' }, [one, two, three])
    while (!cookies.has('three')) await meet()
    await stays('three')
    await rules({ stickyCookie: 'at', balance: 'roundrobin' }, [one, { ...two, state: 'draining' }, three])
    const { status, told } = await ask({ headers: { cookie: cookies.get('two') ?? '' } })
    expect(status).toBe(200)
    expect(told.who).not.toBe('two')
  })
})

test('balancing by client, and at random', async () => {
  await rules({ balance: 'source' }, upstreams)
  const said = (address: string) => ({ from: proxy, headers: { 'x-forwarded-for': address } })
  const met = new Set<string>()
  for (let client = 1; client < 20; client++) {
    const { who } = (await ask(said(`192.0.2.${client}`))).told
    met.add(who)
    expect((await ask(said(`192.0.2.${client}`))).told.who).toBe(who)
  }
  expect(met.size).toBeGreaterThan(1)
  await rules({ balance: 'random', connectSeconds: 7 }, upstreams)
  expect(await statusOf()).toBe(200)
})

test('nothing breaks while rules change fifty times, and the files are what the process has', async () => {
  const broken: string[] = []
  let isOver = false
  let count = 0
  const keepAlive = new Agent({ keepAlive: true, maxSockets: 2 })
  const stream = async (wish: Wish) => {
    while (!isOver) {
      await ask(wish).then(
        ({ status }) => status === 200 || broken.push(`${status}`),
        (error: unknown) => broken.push(`${error}`),
      )
      count++
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const streams = [{}, { agent: keepAlive }, { method: 'POST', body: 'x'.repeat(20_000), agent: keepAlive }]
  const working = [...streams, { app: 'other' }].map(stream)
  for (let at = 0; at < 50; at++) {
    await rules({
      rateLimit: at % 3 ? { requests: 100_000 + at, per: at % 2 ? 'second' : 'minute' } : null,
      deny: [`192.0.2.${at}`, '2001:db8::/33'],
      allow: at % 4 ? ['127.0.0.0/8', `10.${at}.0.0/17`] : [],
      wafPresets: at % 2 ? ['xss', 'dot_files'] : ['sql_injection'],
      wafPatterns: at % 5 ? [`never-${at}`] : [],
      bodyLimitBytes: at % 2 ? 100_000 + at : null,
      responseSeconds: at % 2 ? 60 + at : null,
      responseHeaders: at % 20 === 19 ? [{ name: 'X-At', value: `${at}` }] : [],
    })
  }
  const found = async (map: string) => {
    const lines = (await tell(`show map ${map}`)).split('\n').filter((line) => line.startsWith('0x'))
    return lines.map((line) => line.replace(/^0x\S+ /, '')).toSorted()
  }
  for (const map of ['rules.map', 'addresses.map', 'patterns.map', 'users.map']) {
    const command = ['cat', `/run/levelrail-ingress/current/${map}`]
    const { stdout } = await engine.exec(name, { command, maxOutputBytes: 100_000, signal: signal() })
    expect(await found(map)).toEqual(stdout.split('\n').filter(Boolean).toSorted())
  }
  expect((await found('rules.map')).length).toBe(1)
  isOver = true
  await Promise.all(working)
  keepAlive.destroy()
  expect(broken).toEqual([])
  expect(count).toBeGreaterThan(50)
})

test('rules that are set over the API act at once, and go with their app', async () => {
  const door = { host: `127.0.${randomInt(1, 250)}.${randomInt(1, 250)}`, port: await freePort() }
  const address = { APP_INGRESS_HTTP_ADDR: `${door.host}:${door.port}`, APP_INGRESS_IMAGE: image }
  const api = await startDeploying(address)
  await createApp(api, { deploy: false })
  const page = () =>
    askAt(door, 'web').then(
      ({ status, body }) => `${status} ${/<p>(.*)<\/p>/.exec(body)?.[1]}`,
      () => 'nothing',
    )
  const set = (body: AppRulesSet) => api.call('appRulesSet', { params: { name: 'web' }, body }, api.admin)
  await eventually(page).toMatch(/^503 The app at this address is stopped/)
  await set({ maintenance: { enabled: true, message: 'Back at <noon>' } })
  await eventually(page).toBe('503 Back at &lt;noon&gt;')
  await set({ basic_auth: { users: [{ username: 'ann', password: 'long enough' }] } })
  await eventually(page).toMatch(/^401 /)
  await set({ ip_deny: ['127.0.0.0/8'] })
  await eventually(page).toMatch(/^403 /)
  await api.call('appDelete', { params: { name: 'web' } }, api.admin)
  await eventually(page).toMatch(/^404 /)
  await eventually(() => api.ctx.db.selectFrom('app_rules').select('app').execute()).toEqual([])
})
