// How the server speaks HTTP: errors in one form, the right status, bounds, headers. Spec 7.
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { allLoops } from '../../src/all-loops.ts'
import { allMigrations } from '../../src/store/all-migrations.ts'
import { type Api, admin, startApi, startWithAdmin } from '../support/api.ts'

async function json(response: Response): Promise<[number, unknown]> {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  return [response.status, await response.json()]
}

function post(api: Api, path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return api.raw(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
}

describe('errors have one form', () => {
  test('unknown route', async () => {
    const api = await startApi('sqlite')
    expect(await json(await api.raw('/api/v1/nope'))).toEqual([
      404,
      { error: 'no route GET /api/v1/nope; GET /api/v1/openapi.json lists them all' },
    ])
  })

  test('wrong method', async () => {
    const api = await startApi('sqlite')
    const response = await api.raw('/api/v1/users/usr_1', { method: 'POST' })
    expect(response.headers.get('allow')).toBe('DELETE, GET, PATCH')
    expect(await json(response)).toEqual([
      405,
      { error: '/api/v1/users/usr_1 does not take POST; it takes DELETE, GET, PATCH' },
    ])
  })

  test.each([
    ['{', 'the body is not valid JSON'],
    ['', 'a JSON body is required'],
    ['null', 'the body must be object'],
    ['[]', 'the body must be object'],
    ['{"email":1,"password":"x"}', 'email must be string'],
    ['{"email":"a","password":"x","more":1}', 'unknown field "more"'],
    ['{"email":"a\\u0000","password":"x"}', 'NUL'],
    ['{"__proto__":{"x":1},"email":"a","password":"x"}', 'not valid JSON'],
  ])('body %s', async (body, message) => {
    const api = await startApi('sqlite')
    const [status, answer] = await json(await post(api, '/api/v1/auth/login', body))
    expect([status, answer]).toEqual([400, { error: expect.stringContaining(message) }])
  })

  test('wrong content type', async () => {
    const api = await startApi('sqlite')
    const response = await post(api, '/api/v1/auth/login', 'email=a', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(await json(response)).toEqual([
      415,
      { error: 'request bodies are application/json, not "application/x-www-form-urlencoded"' },
    ])
  })

  test('oversize body', async () => {
    const api = await startApi('sqlite')
    const response = await post(api, '/api/v1/auth/login', `{"email":"${'a'.repeat(1024 * 1024)}"}`)
    expect(await json(response)).toEqual([413, { error: 'the request body is over the limit of 1048576 bytes' }])
  })

  test.each(['/api/v1/%', '/api/v1/users/%zz', '/api/v1/users/a%00b'])('broken address %s', async (path) => {
    const api = await startWithAdmin('sqlite')
    const [status] = await json(await api.raw(path, { headers: { cookie: `session_token=${api.admin.session}` } }))
    expect(status).toBe(400)
  })

  test('what is not HTTP at all', async () => {
    const api = await startApi('sqlite')
    const answer = await raw(api.url, 'NONSENSE\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).toContain('{"error":"the request could not be read: bad request"}')
  })

  test('headers without end', async () => {
    const api = await startApi('sqlite')
    expect(await raw(api.url, `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`)).toContain('{"error":')
  })
})

function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', () => {})
  })
}

test('401 names the scheme, and a bearer that is no token is one too', async () => {
  const api = await startApi('sqlite')
  const response = await api.raw('/api/v1/users', { headers: { authorization: 'Basic YTpi' } })
  expect(response.headers.get('www-authenticate')).toBe('Bearer realm="levelrail"')
  expect((await json(response))[0]).toBe(401)
})

test('answers carry a request id and tell browsers to keep nothing', async () => {
  const api = await startWithAdmin('sqlite')
  const { headers } = await api.call('systemStatus', {}, api.admin)
  expect(headers.get('x-request-id')).toMatch(/^req_\w{20,}$/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
})

test('HEAD answers as GET does, without a body', async () => {
  const api = await startApi('sqlite')
  const response = await api.raw('/healthz', { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
})

test('health, readiness and the public keys need no credential; metrics need one that may read', async () => {
  const api = await startWithAdmin('sqlite')
  expect((await api.call('healthView')).body).toBe('ok\n')
  expect((await api.call('readinessView')).body).toBe('ready\n')
  expect((await api.call('jwksView')).body.keys).toMatchObject([
    { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' },
  ])
  expect((await api.call('metricsView')).status).toBe(401)
  const { body } = await api.call('metricsView', {}, api.admin)
  expect(body).toContain('levelrail_http_requests_total{route="healthView",status="2xx"} 1')
  expect(body).toMatch(/^levelrail_memory_bytes \d+$/m)
})

test('nothing that was typed as a secret is in the log', async () => {
  const lines: string[] = []
  const { default: pino } = await import('pino')
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
  const api = await startWithAdmin('sqlite', {}, { log })
  const { body } = await api.call('tokenCreate', { body: { name: 'ci', abilities: ['read'] } }, api.admin)
  await api.call('sessionView', {}, { token: body.token })
  await api.call('login', { body: { email: admin.email, password: 'a wrong password' } })
  const text = lines.join('')
  for (const secret of [admin.password, 'a wrong password', body.token, api.admin.session ?? '-', api.setupToken])
    expect(text).not.toContain(secret)
  expect(text).toContain('"route":"tokenCreate"')
})

test('system status says what is so', async () => {
  const api = await startWithAdmin('sqlite')
  await expect
    .poll(async () =>
      (await api.call('systemStatus', {}, api.admin)).body.conditions.map(({ type, status, reason }) => [
        type,
        status,
        reason,
      ]),
    )
    .toEqual([
      ['EngineReady', 'false', 'RuntimeUnreachable'],
      ['SecretsReady', 'true', 'MasterKeyConfigured'],
    ])
  const { body } = await api.call('systemStatus', {}, api.admin)
  expect(body).toMatchObject({ database: 'sqlite', runs_loops: true, schema_version: allMigrations.at(-1)?.number })
  expect(body.loops.map(({ name }) => name)).toEqual(allLoops.map(({ name }) => name))
})
