// The audit log: every write, sign-in and refused attempt. Spec 6.4, rulings 33.
import { describe, expect, test } from 'vitest'
import { admin, startWithAdmin } from '../support/api.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { storeKinds } from '../support/stores.ts'

const { email } = admin

describe.each(storeKinds)('on %s', (kind) => {
  test('a write leaves one row: who, what, which, from where, how it was answered', async () => {
    const api = await startWithAdmin(kind)
    const made = await api.call('tokenCreate', { body: { name: 'ci', abilities: ['read'] } }, api.admin)
    const { body: log } = await api.call('auditList', {}, api.admin)
    expect(log.map(({ action }) => action)).toEqual(['tokenCreate', 'setupComplete'])
    expect(log[0]).toMatchObject({
      actor_kind: 'session',
      actor: email,
      resource: `tokens/${made.body.id}`,
      status: 201,
      address: '127.0.0.1',
      request_id: made.headers.get('x-request-id'),
      count: 1,
    })
    expect(JSON.stringify(log)).not.toContain(made.body.token)
  })

  test('signing in is somebody’s, from the first time on', async () => {
    const api = await startWithAdmin(kind)
    await api.call('login', { body: { email, password: admin.password } })
    const { body: log } = await api.call('auditList', {}, api.admin)
    const { body: me } = await api.call('sessionView', {}, api.admin)
    expect(log.map(({ action, actor, resource }) => [action, actor, resource])).toEqual([
      ['login', email, `users/${me.user.id}`],
      ['setupComplete', email, `users/${me.user.id}`],
    ])
  })

  test('a write that fails is there too, and one made by a token names it', async () => {
    const api = await startWithAdmin(kind)
    const { body } = await api.call('tokenCreate', { body: { name: 'robot', abilities: ['root'] } }, api.admin)
    await api.call('userDelete', { params: { id: 'usr_none' } }, { token: body.token })
    const { body: log } = await api.call('auditList', { query: { outcome: 'failed' } }, api.admin)
    expect(log).toMatchObject([
      { actor_kind: 'token', actor: 'robot', action: 'userDelete', resource: 'users/usr_none', status: 404 },
    ])
  })

  test('refused attempts are counted together per address and minute', async () => {
    const clock = new FakeClock()
    const api = await startWithAdmin(kind, {}, { clock })
    for (let n = 0; n < 4; n++) await api.call('login', { body: { email, password: 'wrong password' } })
    for (let n = 0; n < 3; n++) await api.call('userList')
    await api.call('userList', {}, { token: 'lrt_unknown' })
    await clock.advance(6000)
    await expect
      .poll(async () => {
        const { body: log } = await api.call('auditList', { query: { outcome: 'refused' } }, api.admin)
        return log
          .map(({ action, status, count, actor_kind }) => ({ action, status, count, actor_kind }))
          .sort((a, b) => a.action.localeCompare(b.action))
      })
      .toEqual([
        { action: 'login', status: 401, count: 4, actor_kind: 'anonymous' },
        { action: 'userList', status: 401, count: 4, actor_kind: 'anonymous' },
      ])
    await clock.advance(60_000)
    await api.call('userList')
    const { body: log } = await api.call('auditList', { query: { outcome: 'refused', action: 'userList' } }, api.admin)
    expect(log.map(({ count }) => count)).toEqual([1, 4])
  })

  test('filters and pages walk the whole log without a gap', async () => {
    const api = await startWithAdmin(kind)
    for (let n = 0; n < 7; n++)
      await api.call('tokenCreate', { body: { name: `t${n}`, abilities: ['read'] } }, api.admin)
    const seen: string[] = []
    let before: string | undefined
    do {
      const page = await api.call(
        'auditList',
        { query: { limit: 3, action: 'tokenCreate', ...(before ? { before } : {}) } },
        api.admin,
      )
      seen.push(...page.body.map(({ id }) => id))
      before = page.next
    } while (before)
    expect(new Set(seen).size).toBe(7)
    expect(seen).toHaveLength(7)
    const future = await api.call('auditList', { query: { from: '2999-01-01T00:00:00Z' } }, api.admin)
    expect(future.body).toEqual([])
    const byTime = await api.call('auditList', { query: { before: '2999-01-01T00:00:00Z', limit: 200 } }, api.admin)
    expect(byTime.body).toHaveLength(8)
    expect((await api.call('auditList', { query: { actor: 'nobody@example.com' } }, api.admin)).body).toEqual([])
    expect(
      (await api.call('auditList', { query: { actor: 'ANN@', resource: 'tokens/' } }, api.admin)).body,
    ).toHaveLength(7)
    expect((await api.call('auditList', { query: { actor: '%' } }, api.admin)).body).toEqual([])
  })
})

test.each([
  [{ limit: 0 }, 'query parameter limit must be >= 1'],
  [{ limit: 201 }, 'query parameter limit must be <= 200'],
  [{ before: 'xyz' }, 'neither a cursor'],
  [{ from: 'yesterday' }, 'query parameter from must match format "date-time"'],
])('%j is refused', async (query, message) => {
  const api = await startWithAdmin('sqlite')
  const { status, error } = await api.call('auditList', { query }, api.admin)
  expect(status).toBe(400)
  expect(error).toContain(message)
})
