// Rules of apps over the API: defaults, what is kept, what is refused, and that no password comes out or is stored.
import { describe, expect, test } from 'vitest'
import { readIngressRules } from '../../src/features/rules/rule-view.ts'
import { startWithAdmin } from '../support/api.ts'
import { storeKinds } from '../support/stores.ts'

const params = { name: 'web' }

async function start(kind: (typeof storeKinds)[number]) {
  const api = await startWithAdmin(kind)
  await api.call('appCreate', { body: { name: 'web' } }, api.admin)
  const set = (body: object) => api.call('appRulesSet', { params, body }, api.admin)
  const view = async () => (await api.call('appRulesView', { params }, api.admin)).body
  return { api, set, view }
}

describe.each(storeKinds)('on %s', (kind) => {
  test('an app has no rules until some are set, and what is left out does nothing', async () => {
    const { set, view } = await start(kind)
    const nothing = await view()
    expect(nothing).toEqual({
      rate_limit: null,
      ip_allow: [],
      ip_deny: [],
      waf: { presets: [], patterns: [] },
      basic_auth: null,
      maintenance: { enabled: false, message: '' },
      request_headers: [],
      response_headers: [],
      sticky: null,
      balance: 'leastconn',
      timeouts: { connect_seconds: null, response_seconds: null, idle_seconds: null },
      body_limit_bytes: null,
    })
    const { status, body } = await set({
      rate_limit: { requests: 5, per: 'second' },
      ip_deny: ['10.0.0.0/8'],
      waf: { presets: ['xss'] },
      timeouts: { idle_seconds: 5 },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...nothing,
      rate_limit: { requests: 5, per: 'second' },
      ip_deny: ['10.0.0.0/8'],
      waf: { presets: ['xss'], patterns: [] },
      timeouts: { connect_seconds: null, response_seconds: null, idle_seconds: 5 },
    })
    expect(await view()).toEqual(body)
    expect((await set(body)).body).toEqual(body)
    await set({})
    expect(await view()).toEqual(nothing)
  })

  test('passwords are kept as digests; a user without one keeps the stored one', async () => {
    const { api, set, view } = await start(kind)
    const users = [
      { username: 'ann', password: 'correct horse' },
      { username: 'bob', password: 'battery staple' },
    ]
    expect((await set({ basic_auth: { users } })).body.basic_auth).toEqual({
      users: [
        { username: 'ann', has_password: true },
        { username: 'bob', has_password: true },
      ],
    })
    const told = async () => (await readIngressRules(api.ctx)).get('web')?.basicAuth
    const first = await told()
    expect(first?.digests).toHaveLength(2)
    const { basic_auth } = await view()
    await set({ basic_auth, ip_deny: ['10.0.0.1'] })
    expect(await told()).toEqual(first)
    await set({ basic_auth: { users: [{ username: 'bob' }] } })
    expect(await told()).toEqual({ key: first?.key, digests: first?.digests.slice(1) })
    const stranger = await set({ basic_auth: { users: [{ username: 'eve' }] } })
    expect([stranger.status, stranger.error]).toEqual([400, expect.stringContaining('users[0].password')])
    const twice = await set({ basic_auth: { users: [users[0], users[0]] } })
    expect([twice.status, twice.error]).toEqual([400, expect.stringContaining('there twice')])

    const stored = JSON.stringify(await api.ctx.db.selectFrom('app_rules').selectAll().execute())
    const audited = JSON.stringify(await api.ctx.db.selectFrom('audit_log').selectAll().execute())
    const events = JSON.stringify(await api.ctx.db.selectFrom('app_events').selectAll().execute())
    for (const text of [stored, audited, events]) {
      expect(text).not.toMatch(/correct horse|battery staple/)
      expect(text).not.toContain(first?.key ?? 'no key')
    }

    // Kept with a master key that is gone: nobody gets in, and it is said what to do.
    await api.ctx.db.updateTable('app_rules').set({ auth_key_sealed: 'v1.another.key.text' }).execute()
    expect(await told()).toEqual({ key: '', digests: [] })
    const locked = await set({ basic_auth: { users } })
    expect([locked.status, locked.error]).toEqual([409, expect.stringContaining('set basic_auth to null first')])
    await set({})
    expect(await told()).toBeNull()
    expect((await set({ basic_auth: { users } })).status).toBe(200)
  })

  test('rules go with the app, and a clone has them but for its maintenance', async () => {
    const { api, set } = await start(kind)
    const users = [{ username: 'ann', password: 'correct horse' }]
    await set({ basic_auth: { users }, ip_deny: ['10.0.0.1'], maintenance: { enabled: true } })
    const cloned = await api.call('appClone', { params, body: { new_name: 'copy' } }, api.admin)
    expect(cloned.status).toBe(201)
    const rules = await readIngressRules(api.ctx)
    expect(rules.get('copy')).toEqual({ ...rules.get('web'), maintenance: null })
    await api.ctx.db.deleteFrom('apps').where('name', '=', 'web').execute()
    expect([...(await readIngressRules(api.ctx)).keys()]).toEqual(['copy'])
  })
})

const refused: [object, string][] = [
  [{ rate_limit: { requests: 0, per: 'second' } }, 'rate_limit'],
  [{ rate_limit: { requests: 1, per: 'hour' } }, 'rate_limit'],
  [{ ip_allow: ['10.0.0.0/33'] }, 'ip_allow[0]'],
  [{ ip_deny: ['1.2.3.4;show info'] }, 'ip_deny'],
  [{ ip_deny: Array.from({ length: 201 }, (_, at) => `10.0.0.${at}`) }, 'ip_deny'],
  [{ waf: { patterns: ['(a+)+'] } }, 'waf.patterns[0]'],
  [{ waf: { patterns: ['a\nb'] } }, 'waf.patterns[0]'],
  [{ waf: { presets: ['everything'] } }, 'waf'],
  [{ request_headers: [{ name: 'X-Forwarded-For', value: '1.2.3.4' }] }, 'request_headers[0].name'],
  [{ request_headers: [{ name: 'x_real_ip', value: null }] }, 'request_headers[0].name'],
  [{ request_headers: [{ name: 'Host', value: 'x' }] }, 'request_headers[0].name'],
  [{ response_headers: [{ name: 'Transfer-Encoding', value: null }] }, 'response_headers[0].name'],
  [{ response_headers: [{ name: 'X-A', value: 'b\r\nSet-Cookie: c' }] }, 'response_headers'],
  [{ response_headers: [{ name: 'X A', value: 'b' }] }, 'response_headers'],
  [
    {
      response_headers: [
        { name: 'X-A', value: 'b' },
        { name: 'x-a', value: null },
      ],
    },
    'twice',
  ],
  [{ sticky: { cookie_name: 'a;b' } }, 'sticky'],
  [{ sticky: { cookie_name: '__Host-a' } }, 'sticky.cookie_name'],
  [{ basic_auth: { users: [{ username: 'a:b', password: 'long enough' }] } }, 'basic_auth'],
  [{ basic_auth: { users: [{ username: 'ann', password: 'short' }] } }, 'basic_auth'],
  [{ body_limit_bytes: -1 }, 'body_limit_bytes'],
  [{ timeouts: { connect_seconds: 0 } }, 'timeouts'],
  [{ canary: { weight: 10 } }, 'canary'],
]

test('what is refused names its field, and nothing is written', async () => {
  const { set, view } = await start('sqlite')
  const kept = (await set({ ip_deny: ['192.0.2.1'] })).body
  for (const [body, named] of refused) {
    const { status, error } = await set(body)
    expect([body, status, error]).toEqual([body, 400, expect.stringContaining(named)])
  }
  expect(await view()).toEqual(kept)
})
