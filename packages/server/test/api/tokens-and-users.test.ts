// API tokens, people, roles. Spec 5.
import { describe, expect, test } from 'vitest'
import { type Api, type As, admin, startWithAdmin } from '../support/api.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { storeKinds } from '../support/stores.ts'

const bob = { email: 'bob@example.com', password: 'another long one', display_name: 'Bob', role: 'operator' as const }

async function addBob(
  api: Api & { admin: As },
  changes: Partial<Omit<typeof bob, 'role'>> & { role?: 'viewer' | 'operator' | 'admin' } = {},
) {
  const person = { ...bob, ...changes }
  const { body: user } = await api.call('userCreate', { body: person }, api.admin)
  const { session } = await api.call('login', { body: { email: person.email, password: person.password } })
  return { user, session }
}

describe.each(storeKinds)('on %s', (kind) => {
  test('a token is shown once, works at once, and is refused once revoked', async () => {
    const api = await startWithAdmin(kind)
    const made = await api.call(
      'tokenCreate',
      { body: { name: 'ci', abilities: ['deploy'], expires_in_days: 30 } },
      api.admin,
    )
    expect(made.status).toBe(201)
    const { token, id } = made.body
    expect((await api.call('sessionView', {}, { token })).body).toMatchObject({
      kind: 'token',
      token_name: 'ci',
      abilities: ['deploy'],
    })
    const { body: list } = await api.call('tokenList', {}, api.admin)
    expect(list).toMatchObject([{ id, name: 'ci', owner: admin.email, revoked_at: null }])
    expect(JSON.stringify(list)).not.toContain(token)
    expect((await api.call('tokenList', {}, api.admin)).body[0]?.last_used_at).not.toBeNull()
    expect((await api.call('tokenRevoke', { params: { id } }, api.admin)).status).toBe(204)
    expect((await api.call('sessionView', {}, { token })).status).toBe(401)
    expect((await api.call('tokenRevoke', { params: { id } }, api.admin)).status).toBe(404)
  })

  test('a token ends on its day', async () => {
    const clock = new FakeClock()
    const api = await startWithAdmin(kind, { APP_SESSION_TTL: '90d', APP_SESSION_MAX_AGE: '90d' }, { clock })
    const { body } = await api.call(
      'tokenCreate',
      { body: { name: 'short', abilities: ['read'], expires_in_days: 1 } },
      api.admin,
    )
    expect((await api.call('sessionView', {}, { token: body.token })).status).toBe(200)
    clock.jump(86_400_001)
    expect((await api.call('sessionView', {}, { token: body.token })).status).toBe(401)
  })

  test('nobody gives a token more than they have, and a token loses what its owner loses', async () => {
    const api = await startWithAdmin(kind)
    const { user, session } = await addBob(api)
    const beyond = await api.call('tokenCreate', { body: { name: 'x', abilities: ['root'] } }, { session })
    expect([beyond.status, beyond.error]).toEqual([
      403,
      'your role operator lacks the ability root, so you cannot give it to a token',
    ])
    const { body } = await api.call('tokenCreate', { body: { name: 'x', abilities: ['write', 'deploy'] } }, { session })
    await api.call('userUpdate', { params: { id: user.id }, body: { role: 'viewer' } }, api.admin)
    expect((await api.call('sessionView', {}, { token: body.token })).status).toBe(403)
    await api.call('userUpdate', { params: { id: user.id }, body: { role: 'operator' } }, api.admin)
    expect((await api.call('sessionView', {}, { token: body.token })).body.abilities).toEqual(['write', 'deploy'])
    await api.call('userDelete', { params: { id: user.id } }, api.admin)
    expect((await api.call('sessionView', {}, { token: body.token })).status).toBe(401)
    expect((await api.call('sessionView', {}, { session })).status).toBe(401)
  })

  test('one’s own tokens are one’s own; an admin sees and revokes all', async () => {
    const api = await startWithAdmin(kind)
    const { session } = await addBob(api)
    const mine = await api.call('tokenCreate', { body: { name: 'ann', abilities: ['read'] } }, api.admin)
    const his = await api.call('tokenCreate', { body: { name: 'bob', abilities: ['read'] } }, { session })
    expect((await api.call('tokenList', {}, { session })).body.map(({ name }) => name)).toEqual(['bob'])
    expect((await api.call('tokenList', {}, api.admin)).body.map(({ name }) => name)).toEqual(['bob', 'ann'])
    expect((await api.call('tokenRevoke', { params: { id: mine.body.id } }, { session })).status).toBe(404)
    expect((await api.call('tokenRevoke', { params: { id: his.body.id } }, api.admin)).status).toBe(204)
  })

  test('people can be added, changed, listed by page and removed', async () => {
    const api = await startWithAdmin(kind)
    const { user } = await addBob(api)
    const twice = await api.call('userCreate', { body: { ...bob, email: 'BOB@example.com' } }, api.admin)
    expect([twice.status, twice.error]).toEqual([409, 'there is already a user "BOB@example.com"'])
    const policy = { apps: ['shop-*'], databases: [] }
    const changed = await api.call(
      'userUpdate',
      { params: { id: user.id }, body: { display_name: 'Robert', policy } },
      api.admin,
    )
    expect(changed.body).toEqual({ ...user, display_name: 'Robert', policy, last_login_at: expect.any(String) })
    expect((await api.call('userUpdate', { params: { id: user.id }, body: {} }, api.admin)).body).toEqual(changed.body)
    expect((await api.call('userView', { params: { id: user.id } }, api.admin)).body).toEqual(changed.body)

    const first = await api.call('userList', { query: { limit: 1 } }, api.admin)
    expect(first.body.map(({ email }) => email)).toEqual([bob.email])
    const second = await api.call('userList', { query: { limit: 1, before: first.next ?? '' } }, api.admin)
    expect(second.body.map(({ email }) => email)).toEqual([admin.email])
    expect(second.next).toBeUndefined()

    expect((await api.call('userDelete', { params: { id: user.id } }, api.admin)).status).toBe(204)
    expect((await api.call('userView', { params: { id: user.id } }, api.admin)).status).toBe(404)
  })

  test('everybody names themselves, and nothing else of themselves', async () => {
    const api = await startWithAdmin(kind)
    const { user, session } = await addBob(api)
    const named = await api.call('profileUpdate', { body: { display_name: ' Bobby ' } }, { session })
    expect(named.body).toMatchObject({ id: user.id, display_name: 'Bobby', role: 'operator' })
    const raised = { display_name: 'Bobby', role: 'admin' }
    expect((await api.call('profileUpdate', { body: raised }, { session })).error).toBe('unknown field "role"')
  })

  test('a new password from an admin ends the person’s sessions', async () => {
    const api = await startWithAdmin(kind)
    const { user, session } = await addBob(api)
    await api.call('userPasswordSet', { params: { id: user.id }, body: { password: 'given by an admin' } }, api.admin)
    expect((await api.call('sessionView', {}, { session })).status).toBe(401)
    expect((await api.call('login', { body: { email: bob.email, password: 'given by an admin' } })).status).toBe(200)
  })

  test('an admin always stays, even when two step down at once', async () => {
    const api = await startWithAdmin(kind)
    const { body: me } = await api.call('sessionView', {}, api.admin)
    const lone = await api.call('userUpdate', { params: { id: me.user.id }, body: { role: 'viewer' } }, api.admin)
    expect([lone.status, lone.error]).toEqual([
      409,
      '"ann@example.com" is the last admin: make someone else an admin before you take the role away',
    ])
    expect((await api.call('userDelete', { params: { id: me.user.id } }, api.admin)).status).toBe(409)
    const { user, session } = await addBob(api, { role: 'admin' })
    const both = await Promise.all([
      api.call('userUpdate', { params: { id: user.id }, body: { role: 'viewer' } }, api.admin),
      api.call('userUpdate', { params: { id: me.user.id }, body: { role: 'viewer' } }, { session }),
    ])
    // The slower one finds either that it is the last admin or that it is none any more.
    expect(both.map(({ status }) => status).sort()).toEqual([
      200,
      expect.toSatisfy((status: number) => status === 409 || status === 403),
    ])
    const admins = await api.ctx.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
    expect(admins).toHaveLength(1)
  })

  test('what was just written is what is read, again and again', async () => {
    const api = await startWithAdmin(kind)
    const { user } = await addBob(api)
    for (let n = 0; n < 20; n++) {
      await api.call('userUpdate', { params: { id: user.id }, body: { display_name: `Bob ${n}` } }, api.admin)
      expect((await api.call('userView', { params: { id: user.id } }, api.admin)).body.display_name).toBe(`Bob ${n}`)
      expect((await api.call('userList', {}, api.admin)).body[0]?.display_name).toBe(`Bob ${n}`)
    }
  })
})
