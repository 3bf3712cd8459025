// Requests that nobody honest sends, byte by byte, against the real HAProxy: what the client got, and what the app behind
// it saw. One that could be read in two ways never gets there.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { haproxyIngress } from '../../src/drivers/ingress/haproxy.ts'
import type { IngressPlan } from '../../src/drivers/ingress/ingress.ts'
import { makeCertificates, planned } from '../support/certificates.ts'
import { engine, eventually, signal } from '../support/deploying.ts'
import { askHttp2 } from '../support/raw-http2.ts'
import { freePort } from '../support/server.ts'

const run = randomBytes(4).toString('hex')
const labels = { 'levelrail.test': run }
const image = process.env.APP_INGRESS_IMAGE || 'levelrail/haproxy:3'
const name = `levelrail-test-${run}-hostile`
const ingress = haproxyIngress({ engine, image, name, labels, now: () => new Date() })
const door = { host: `127.0.${randomInt(1, 250)}.${randomInt(1, 250)}`, port: 0 }
const secureDoor = { host: door.host, port: 0 }
const servers: Server[] = []
let plan: IngressPlan

interface Seen {
  app: string
  line: string
  headers: Record<string, string>
  body: string
}
let seen: Seen[] = []

beforeEach(() => {
  seen = []
})

beforeAll(async () => {
  door.port = await freePort()
  secureDoor.port = await freePort()
  const { certificates } = await makeCertificates([['web.localhost']])
  const [certificate] = certificates
  if (!certificate) throw new Error('no certificate was made')
  plan = {
    listen: [door],
    trustedProxies: [],
    challenges: [],
    routes: [
      { host: 'web.localhost', path: '/', app: 'web' },
      { host: 'other.localhost', path: '/', app: 'other' },
      { host: '*.example.test', path: '/', app: 'other' },
    ],
    apps: [
      { name: 'web', upstreams: [await upstream('web')] },
      { name: 'other', upstreams: [await upstream('other')] },
    ],
    tls: { listen: [secureDoor], fallback: planned(certificate), certificates: [] },
  }
  await ingress.converge(async () => plan, signal())
})

afterAll(async () => {
  ingress.close()
  for (const { id } of await engine.listContainers(labels, signal())) await engine.removeContainer(id, signal())
  for (const server of servers) server.close()
})

async function upstream(app: string) {
  const server = createServer(async (asked, answer) => {
    let body = ''
    try {
      for await (const chunk of asked) body += chunk
    } catch {
      // The head alone got here: that is no request.
      return
    }
    seen.push({ app, line: `${asked.method} ${asked.url}`, headers: headersOf(asked), body })
    answer.end('ok')
  })
  server.on('upgrade', (asked, socket) => {
    seen.push({ app, line: `upgrade ${asked.method} ${asked.url}`, headers: headersOf(asked), body: '' })
    const key = `${asked.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = `Sec-WebSocket-Accept: ${createHash('sha1').update(key).digest('base64')}`
    socket.on('error', () => {})
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${accept}\r\n\r\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return { name: app, address: '127.0.0.1', port: (server.address() as AddressInfo).port, state: 'serving' as const }
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, String(value)]))
}

/** The status of each answer, and `closed` when the proxy hung up; until it did, or so many were whole. */
async function tell(bytes: string, answers = 1): Promise<string[]> {
  const socket = connect(door)
  socket.write(Buffer.from(bytes, 'latin1'))
  return listen(socket, answers)
}

async function listen(socket: Socket, answers: number): Promise<string[]> {
  let heard = ''
  try {
    for await (const chunk of socket) {
      heard += chunk.toString('latin1')
      const statuses = statusesIn(heard)
      if (statuses.length >= answers) return statuses
    }
  } catch {
    // It was reset, which is hanging up with bytes of ours unread.
  } finally {
    socket.destroy()
  }
  return [...statusesIn(heard), 'closed']
}

function statusesIn(heard: string): string[] {
  const statuses: string[] = []
  let rest = heard
  for (;;) {
    const head = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n(?:[^\r]+\r\n)*\r\n/.exec(rest)
    if (!head) return statuses
    const length = Number(/content-length: (\d+)/i.exec(head[0])?.[1] ?? 0)
    if (rest.length < head[0].length + length) return statuses
    if (head[1] !== '100') statuses.push(head[1] ?? '')
    rest = rest.slice(head[0].length + length)
  }
}

/** What apps saw up to now, without the question that makes sure of it. */
async function allSeen(): Promise<Seen[]> {
  const mark = `GET /mark-${randomBytes(8).toString('hex')}`
  await tell(`${mark} HTTP/1.1\r\nHost: web.localhost\r\n\r\n`)
  await eventually(() => seen.some(({ line }) => line === mark)).toBe(true)
  return seen.filter(({ line }) => !line.startsWith('GET /mark-'))
}

const host = 'Host: web.localhost\r\n'
const get = (more: string) => `GET / HTTP/1.1\r\n${more}\r\n`
const post = (more: string, body: string) => `POST /p HTTP/1.1\r\n${host}${more}\r\n\r\n${body}`

describe('what no app may see', () => {
  const refused: Record<string, [bytes: string, ...statuses: string[]]> = {
    'no Host': [get(''), '400'],
    'no Host in HTTP/1.0': ['GET / HTTP/1.0\r\n\r\n', '404'],
    'an empty Host': [get('Host: \r\n'), '400'],
    'two Hosts': [get(`${host}Host: other.localhost\r\n`), '400'],
    'two Hosts in one': [get('Host: web.localhost, other.localhost\r\n'), '400'],
    'a Host with a space': [get('Host: web.localhost other.localhost\r\n'), '400'],
    'a Host with a user': [get('Host: web.localhost@other.localhost\r\n'), '400'],
    'a Host with a path': [get('Host: web.localhost/x\r\n'), '400'],
    'a Host with a query': [get('Host: web.localhost?x\r\n'), '400'],
    'a Host with markup behind its port': [get('Host: web.localhost:80"><script>\r\n'), '400'],
    'a Host with letters for a port': [get('Host: web.localhost:abc\r\n'), '400'],
    'a Host with a port that none is': [get('Host: web.localhost:999999\r\n'), '400'],
    'a Host that ends in two dots': [get('Host: web.localhost..\r\n'), '400'],
    'a wildcard for a Host': [get('Host: *.example.test\r\n'), '400'],
    'a Host with a bar': [get('Host: a|b.example.test\r\n'), '400'],
    'a Host without its first label': [get('Host: .example.test\r\n'), '400'],
    'a Host of bytes that are no letters': [get('Host: \xe4.example.test\r\n'), '400'],
    'a Host of 5,000 letters': [get(`Host: ${'a'.repeat(5000)}.example.test\r\n`), '400'],
    'an address for a Host': [get('Host: 127.0.0.1\r\n'), '404'],
    'an IPv6 address for a Host': [get('Host: [::1]:80\r\n'), '404'],
    'a space before the colon': [get('Host : web.localhost\r\n'), '400'],
    'a header before the first': [get(` Host: other.localhost\r\n${host}`), '400'],
    'a target on another host': [`GET http://other.localhost/ HTTP/1.1\r\n${host}\r\n`, '400'],
    'a target of another scheme': [`GET ftp://web.localhost/ HTTP/1.1\r\n${host}\r\n`, '400'],
    'a target with a user': [`GET http://u:p@web.localhost/ HTTP/1.1\r\n${host}\r\n`, '400'],
    'a target with a query and no path': [`GET http://web.localhost?a=b HTTP/1.1\r\n${host}\r\n`, '400'],
    'a target without a slash': [`GET x HTTP/1.1\r\n${host}\r\n`, '400'],
    'a tunnel': ['CONNECT web.localhost:80 HTTP/1.1\r\nHost: web.localhost:80\r\n\r\n', '405'],
    'an echo': [`TRACE / HTTP/1.1\r\n${host}\r\n`, '405'],
    'a method that is no word': [`G@T / HTTP/1.1\r\n${host}\r\n`, '400'],
    'a space in the path': [`GET /a b HTTP/1.1\r\n${host}\r\n`, '400'],
    'a fragment in the path': [`GET /a#b HTTP/1.1\r\n${host}\r\n`, '400'],
    'a zero byte in the path': [`GET /a\0b HTTP/1.1\r\n${host}\r\n`, '400'],
    'a zero byte in a header': [get(`${host}X-A: b\0c\r\n`), '400'],
    'a carriage return in a header': [get(`${host}X-A: b\rX-B: c\r\n`), '400'],
    'a path of 20,000 letters': [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, '414'],
    'a header of 20,000 letters': [get(`${host}X-A: ${'a'.repeat(20_000)}\r\n`), '431'],
    '200 headers': [get(`${host}${Array.from({ length: 200 }, (_, at) => `X-${at}: 1\r\n`).join('')}`), '400'],
    'two lengths': [post('Content-Length: 1\r\nContent-Length: 2', 'xy'), '400'],
    'two lengths in one': [post('Content-Length: 1, 2', 'xy'), '400'],
    'a length below zero': [post('Content-Length: -1', 'x'), '400'],
    'a length with a sign': [post('Content-Length: +1', 'x'), '400'],
    'a length in another base': [post('Content-Length: 0x1', 'x'), '400'],
    'a length beyond all bounds': [post('Content-Length: 99999999999999999999999', 'x'), '400'],
    'an empty length': [post('Content-Length:', 'x'), '400'],
    'chunks and something else': [post('Transfer-Encoding: chunked\r\nTransfer-Encoding: cow', '0\r\n\r\n'), '400'],
    'something else and chunks': [post('Transfer-Encoding: cow\r\nTransfer-Encoding: chunked', '0\r\n\r\n'), '422'],
    'chunks twice': [post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked', '0\r\n\r\n'), '400'],
    'chunks that are not last': [post('Transfer-Encoding: chunked, gzip', '0\r\n\r\n'), '400'],
    'chunks by another word': [post('Transfer-Encoding: xchunked\r\nContent-Length: 1', 'x'), '400', '422'],
    'chunks with a space before the colon': [post('Transfer-Encoding : chunked', '0\r\n\r\n'), '400'],
  }
  test.each(Object.entries(refused))('%s', async (_, [bytes, ...statuses]) => {
    const [status] = await tell(bytes)
    // Where bytes of ours were left unread, the answer may be lost with the connection.
    expect([...statuses, 'closed']).toContain(status)
    expect(await allSeen()).toEqual([])
  })

  test.each([
    ['below zero', '-1\r\nx\r\n0\r\n\r\n'],
    ['beyond all bounds', 'fffffffffffffffff\r\nx\r\n0\r\n\r\n'],
    ['with a prefix', '0x1\r\nx\r\n0\r\n\r\n'],
    ['with line feeds alone', '1\nx\n0\n\n'],
    ['with a line feed in its extension', '1;a=\nb\r\nx\r\n0\r\n\r\n'],
  ])('a chunk with a size %s, and nothing behind it', async (_, body) => {
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: other.localhost\r\n\r\n'
    expect(['400', 'closed']).toContain((await tell(`${post('Transfer-Encoding: chunked', body)}${smuggled}`))[0])
    expect(await allSeen()).toEqual([])
  })
})

describe('what an app sees in one form only', () => {
  test('a length beside chunks is dropped, and nothing is read as a second request', async () => {
    const smuggled = '0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: other.localhost\r\n\r\n'
    const both = `Content-Length: ${smuggled.length}\r\nTransfer-Encoding: chunked`
    expect(await tell(post(both, smuggled), 2)).toEqual(['200', 'closed'])
    const [only, ...others] = await allSeen()
    expect(others).toEqual([])
    expect(only).toMatchObject({ app: 'web', line: 'POST /p', body: '' })
    expect(only?.headers).not.toHaveProperty('content-length')
  })

  test('equal lengths become one, folded and bare lines usual ones', async () => {
    expect(await tell(post('Content-Length: 1\r\nContent-Length: 1', 'x'))).toEqual(['200'])
    expect(await tell(get(`${host}X-A: b\r\n c\r\n`))).toEqual(['200'])
    expect(await tell('GET /lf HTTP/1.1\nHost: web.localhost\nX-A: b\n\n')).toEqual(['200'])
    expect((await allSeen()).map(({ line, headers }) => [line, headers['content-length'], headers['x-a']])).toEqual([
      ['POST /p', '1', undefined],
      ['GET /', undefined, 'b   c'],
      ['GET /lf', undefined, 'b'],
    ])
  })

  test('a target with the same host is a path, and encoded line ends stay encoded', async () => {
    expect(await tell(`GET http://web.localhost/x?y=1 HTTP/1.1\r\n${host}\r\n`)).toEqual(['200'])
    expect(await tell(`GET http://web.localhost HTTP/1.1\r\n${host}\r\n`)).toEqual(['200'])
    expect(await tell(`GET /a%0d%0aX-Injected:%201 HTTP/1.1\r\n${host}\r\n`)).toEqual(['200'])
    const all = await allSeen()
    expect(all.map(({ line }) => line)).toEqual(['GET /x?y=1', 'GET /', 'GET /a%0d%0aX-Injected:%201'])
    for (const { headers } of all) expect(headers).not.toHaveProperty('x-injected')
  })

  test('a host is found with a port, in capitals and with its last dot', async () => {
    for (const text of ['web.localhost.', 'WeB.LocalHost:99', 'web.localhost:'])
      expect([text, ...(await tell(get(`Host: ${text}\r\n`)))]).toEqual([text, '200'])
    expect((await allSeen()).map(({ app }) => app)).toEqual(['web', 'web', 'web'])
  })

  test('requests behind each other on one connection go each to its own app', async () => {
    const second = 'GET /2 HTTP/1.1\r\nHost: other.localhost\r\n\r\n'
    expect(await tell(`GET /1 HTTP/1.1\r\n${host}\r\n${second}`, 2)).toEqual(['200', '200'])
    expect((await allSeen()).map(({ app, line }) => [app, line])).toEqual([
      ['web', 'GET /1'],
      ['other', 'GET /2'],
    ])
  })

  test('who asks is what the proxy says, however a client spells it', async () => {
    const lies = [
      'X-Forwarded-For',
      'X_Forwarded_For',
      'X-Forwarded_For',
      'X_Real_IP',
      'X-Real_IP',
      'Forwarded',
      'Proxy',
    ]
    const connection = 'Connection: X-Real-IP, X-Forwarded-For, keep-alive\r\n'
    expect(await tell(get(`${host}${lies.map((each) => `${each}: 6.6.6.6\r\n`).join('')}${connection}`))).toEqual([
      '200',
    ])
    const [only] = await allSeen()
    expect(JSON.stringify(only)).not.toContain('6.6.6.6')
    expect(only?.headers).toMatchObject({ 'x-real-ip': '127.0.0.1', 'x-forwarded-for': '127.0.0.1' })
    expect(only?.headers.connection ?? '').not.toMatch(/x-/i)
    const trailer = post(
      'Transfer-Encoding: chunked',
      '1\r\nx\r\n0\r\nX-Real-IP: 6.6.6.6\r\nHost: other.localhost\r\n\r\n',
    )
    expect(await tell(trailer)).toEqual(['200'])
    expect((await allSeen())[1]).toMatchObject({
      app: 'web',
      headers: { host: 'web.localhost', 'x-real-ip': '127.0.0.1' },
    })
  })
})

describe('HTTP/2', () => {
  const fields = (changes: Record<string, string> = {}): [string, string][] =>
    Object.entries({
      ':method': 'GET',
      ':scheme': 'https',
      ':authority': 'web.localhost',
      ':path': '/x',
      ...changes,
    }).filter(([, value]) => value !== '-')

  async function askBy2(asked: [string, string][], body?: string, isOpen = false): Promise<string> {
    const socket = connectTls({ ...secureDoor, ALPNProtocols: ['h2'], rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    expect(socket.alpnProtocol).toBe('h2')
    return askHttp2(socket, asked, body, isOpen)
  }

  test('a request as it should be', async () => {
    expect(await askBy2(fields({ ':path': '/x?y=1' }))).toBe('200')
    expect(await allSeen()).toMatchObject([
      { app: 'web', line: 'GET /x?y=1', headers: { host: 'web.localhost', 'x-forwarded-proto': 'https' } },
    ])
  })

  test('a Host beside another authority is dropped', async () => {
    expect(await askBy2(fields({ host: 'other.localhost' }))).toBe('200')
    expect(await allSeen()).toMatchObject([{ app: 'web', headers: { host: 'web.localhost' } }])
  })

  test('a WebSocket is not taken for a tunnel', async () => {
    const asked = { ':method': 'CONNECT', ':protocol': 'websocket', 'sec-websocket-version': '13' }
    expect(await askBy2(fields(asked), undefined, true)).toBe('200')
    expect(await allSeen()).toMatchObject([{ app: 'web', line: 'upgrade GET /x', headers: { connection: 'Upgrade' } }])
  })

  const refused: Record<string, [string, string][]> = {
    'no authority': fields({ ':authority': '-' }),
    'an authority with a user': fields({ ':authority': 'u@web.localhost' }),
    'an authority with markup': fields({ ':authority': 'web.localhost:80"><b>' }),
    'an authority with a line end': fields({ ':authority': 'web.localhost\r\nX-Injected: 1' }),
    'no path': fields({ ':path': '-' }),
    'an empty path': fields({ ':path': '' }),
    'a path without a slash': fields({ ':path': 'x' }),
    'a path with a space': fields({ ':path': '/x HTTP/1.1' }),
    'a path with a line end': fields({ ':path': '/x HTTP/1.1\r\nX-Injected: 1\r\n\r\n' }),
    'a method with a line end': fields({ ':method': 'GET / HTTP/1.1\r\nX-Injected: 1\r\n' }),
    'a method with a space': fields({ ':method': 'GET /y' }),
    'a tunnel': fields({ ':method': 'CONNECT', ':scheme': '-', ':path': '-' }),
    'an echo': fields({ ':method': 'TRACE' }),
    'a header with a line end': fields({ 'x-a': 'b\r\nX-Injected: 1' }),
    'a header with a zero byte': fields({ 'x-a': 'b\0c' }),
    'a header name with a colon': fields({ 'x-a: b\r\nx-injected': '1' }),
    'a header name in capitals': fields({ 'X-A': 'b' }),
    chunks: fields({ 'transfer-encoding': 'chunked' }),
    'a header of connections': fields({ connection: 'x-real-ip' }),
    'two authorities': [...fields(), [':authority', 'other.localhost']],
    'two paths': [...fields(), [':path', '/y']],
    'a pseudo-header that none is': fields({ ':evil': '1' }),
    'a pseudo-header behind others': [['x-a', 'b'], ...fields()],
  }
  test.each(Object.entries(refused))('%s reaches no app', async (_, asked) => {
    expect(await askBy2(asked)).toMatch(/^(reset|closed|400|405)$/)
    expect(await allSeen()).toEqual([])
  })

  test('a body that is not as long as was said is no request', async () => {
    for (const said of ['1', '9', '-1', '1,1'])
      expect([said, await askBy2(fields({ ':method': 'POST', 'content-length': said }), 'xyz')]).toEqual([
        said,
        expect.stringMatching(/^(reset|closed|400)$/),
      ])
    expect(await allSeen()).toEqual([])
  })
})

test('who sends a head or a body too slowly is cut off, and the others are not', async () => {
  await ingress.converge(async () => ({ ...plan, clientTimeouts: { headSeconds: 1, idleSeconds: 2 } }), signal())
  const head = connect(door)
  head.write('GET /slow HTTP/1.1\r\nHost: web.localhost\r\nX-A: ')
  const drip = setInterval(() => head.write('a'), 100)
  head.on('error', () => {})
  const body = connect(door)
  body.write(post('Content-Length: 10', 'x'))
  const [headEnd, bodyEnd] = await Promise.all([listen(head, 1), listen(body, 1)])
  clearInterval(drip)
  expect(headEnd).toEqual(['408'])
  expect(bodyEnd[0]).toMatch(/^(400|408|closed)$/)
  expect(await allSeen()).toEqual([])
})
