// Set-up, sign-in, sessions, passwords. Spec 5.
import { describe, expect, test } from 'vitest'
import { admin, startApi, startWithAdmin } from '../support/api.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { storeKinds } from '../support/stores.ts'

const { email, password } = admin
const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe.each(storeKinds)('on %s', (kind) => {
  test('the one-time token makes the first admin, signs them in, and is gone', async () => {
    const api = await startApi(kind)
    expect((await api.call('setupView')).body).toEqual({ needed: true })
    const made = await api.call('setupComplete', { body: { ...admin, token: api.setupToken } })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ email, role: 'admin', two_factor: false })
    expect((await api.call('sessionView', {}, made)).body).toMatchObject({ kind: 'session', abilities: ['root'] })
    expect((await api.call('setupView')).body).toEqual({ needed: false })
    const again = await api.call('setupComplete', {
      body: { ...admin, email: 'eve@example.com', token: api.setupToken },
    })
    expect(again.status).toBe(409)
  })

  test('a wrong set-up token makes nobody', async () => {
    const api = await startApi(kind)
    const { status, error } = await api.call('setupComplete', { body: { ...admin, token: 'lru_guess' } })
    expect([status, error]).toEqual([401, 'the set-up token is not valid: open the link that the last start printed'])
    expect((await api.call('setupView')).body).toEqual({ needed: true })
  })

  test('of ten set-ups at once exactly one wins', async () => {
    const api = await startApi(kind)
    const tries = Array.from({ length: 10 }, (_, n) =>
      api.call('setupComplete', { body: { ...admin, email: `racer${n}@example.com`, token: api.setupToken } }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort()
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409, 409, 409, 409, 409])
  })

  test('the environment can name the first admin', async () => {
    const api = await startApi(kind, { APP_ADMIN_EMAIL: 'env@example.com', APP_ADMIN_PASSWORD: password })
    expect((await api.call('setupView')).body).toEqual({ needed: false })
    expect((await api.call('login', { body: { email: 'ENV@example.com ', password } })).status).toBe(200)
  })

  test('a wrong password and an unknown address get the same answer', async () => {
    const api = await startWithAdmin(kind)
    const wrong = await api.call('login', { body: { email, password: 'not the password' } })
    const unknown = await api.call('login', { body: { email: 'who@example.com', password } })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.error).toBe(unknown.error)
  })

  test('signing out ends the session and clears the cookie', async () => {
    const api = await startWithAdmin(kind)
    const { session } = await api.call('login', { body: { email, password } })
    const out = await api.call('logout', {}, { session })
    expect(out.status).toBe(204)
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await api.call('sessionView', {}, { session })).status).toBe(401)
    expect((await api.call('sessionView', {}, api.admin)).status).toBe(200)
  })

  test('sessions can be listed and ended one by one or all but this', async () => {
    const api = await startWithAdmin(kind)
    const others = [
      await api.call('login', { body: { email, password } }),
      await api.call('login', { body: { email, password } }),
    ]
    const { body: sessions } = await api.call('sessionList', {}, api.admin)
    expect(sessions).toHaveLength(3)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    const [latest] = sessions.filter(({ current }) => !current)
    expect((await api.call('sessionRevoke', { params: { id: latest?.id ?? '' } }, api.admin)).status).toBe(204)
    expect((await api.call('sessionRevoke', { params: { id: latest?.id ?? '' } }, api.admin)).status).toBe(404)
    expect((await api.call('sessionRevokeOthers', {}, api.admin)).status).toBe(204)
    for (const { session } of others) expect((await api.call('sessionView', {}, { session })).status).toBe(401)
    expect((await api.call('sessionView', {}, api.admin)).status).toBe(200)
  })

  test('nobody can end another person’s session', async () => {
    const api = await startWithAdmin(kind)
    const other = {
      email: 'bob@example.com',
      password: 'another long one',
      display_name: 'Bob',
      role: 'viewer' as const,
    }
    await api.call('userCreate', { body: other }, api.admin)
    const bob = await api.call('login', { body: { email: other.email, password: other.password } })
    const { body: mine } = await api.call('sessionList', {}, api.admin)
    expect((await api.call('sessionRevoke', { params: { id: mine[0]?.id ?? '' } }, bob)).status).toBe(404)
  })

  test('a password change needs the old one, and ends the other sessions', async () => {
    const api = await startWithAdmin(kind)
    const { session } = await api.call('login', { body: { email, password } })
    const change = { current_password: password, new_password: 'a whole new password' }
    expect(
      (await api.call('passwordChange', { body: { ...change, current_password: 'wrong' } }, api.admin)).status,
    ).toBe(403)
    expect((await api.call('passwordChange', { body: change }, api.admin)).status).toBe(204)
    expect((await api.call('sessionView', {}, { session })).status).toBe(401)
    expect((await api.call('login', { body: { email, password } })).status).toBe(401)
    expect((await api.call('login', { body: { email, password: change.new_password } })).status).toBe(200)
  })

  test('a session slides with use, and ends when it is not used', async () => {
    const clock = new FakeClock()
    const api = await startWithAdmin(kind, { APP_SESSION_TTL: '2h' }, { clock })
    for (let n = 0; n < 3; n++) {
      clock.jump(hourMs)
      expect((await api.call('sessionView', {}, api.admin)).status).toBe(200)
    }
    clock.jump(2 * hourMs + 1)
    expect((await api.call('sessionView', {}, api.admin)).status).toBe(401)
  })
})

test('the cookie is HttpOnly and Lax, and Secure only behind TLS', async () => {
  const api = await startWithAdmin('sqlite', { APP_INGRESS_TRUSTED_PROXIES: '127.0.0.1' })
  const plain = await api.call('login', { body: { email, password } })
  expect(plain.headers.get('set-cookie')).toMatch(
    /^session_token=lrs_[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
  )
  const secure = await api.call('login', { body: { email, password } }, { extra: { 'x-forwarded-proto': 'https' } })
  expect(secure.headers.get('set-cookie')).toMatch(/; Secure$/)
  expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000')
})

test('forwarded headers of a stranger are not believed', async () => {
  const api = await startWithAdmin('sqlite')
  const spoofed = await api.call(
    'login',
    { body: { email, password } },
    { extra: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' } },
  )
  expect(spoofed.headers.get('set-cookie')).not.toContain('Secure')
  const { body: sessions } = await api.call('sessionList', {}, api.admin)
  expect(sessions.map(({ address }) => address)).toEqual(['127.0.0.1', '127.0.0.1'])
})

test('what the store keeps of a session is not the cookie', async () => {
  const api = await startWithAdmin('sqlite')
  const rows = await api.ctx.db.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(api.admin.session)
})

test('guessing makes an address wait, with Retry-After, and a signed-in session goes on', async () => {
  const clock = new FakeClock()
  const api = await startWithAdmin('sqlite', {}, { clock })
  for (let n = 0; n < 5; n++)
    await api.call('login', { body: { email: `guess${n}@example.com`, password: 'wrong password' } })
  const held = await api.call('login', { body: { email, password } })
  expect([held.status, held.headers.get('retry-after')]).toEqual([429, '1'])
  expect(held.error).toBe('too many failed attempts from 127.0.0.1: try again in 1 s')
  expect((await api.call('sessionView', {}, api.admin)).status).toBe(200)
  await clock.advance(1000)
  expect((await api.call('login', { body: { email, password } })).status).toBe(200)
})

test.each(['POST', 'PUT', 'DELETE'])('a %s with a cookie from a foreign page is refused', async (method) => {
  const api = await startWithAdmin('sqlite')
  const headers = { cookie: `session_token=${api.admin.session}`, origin: 'https://evil.example' }
  const path =
    { POST: '/api/v1/auth/logout', PUT: '/api/v1/auth/password', DELETE: '/api/v1/auth/sessions/ses_x' }[method] ?? ''
  const response = await api.raw(path, { method, headers })
  expect(response.status).toBe(403)
  expect(await response.json()).toEqual({ error: expect.stringContaining('foreign origin "https://evil.example"') })
  expect((await api.call('sessionView', {}, api.admin)).status).toBe(200)
})

test('a page of our own may write', async () => {
  const api = await startWithAdmin('sqlite')
  expect((await api.call('sessionRevokeOthers', {}, { ...api.admin, extra: { origin: api.url } })).status).toBe(204)
})
