// Apps over the API, without an engine: records, desired state, secrets, refusals. Spec 2, 4.2, 7.2.
import type { Ability } from '@levelrail/contract/ability.ts'
import type { App, AppCreate } from '@levelrail/contract/schemas/apps.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Api, type As, startWithAdmin } from '../support/api.ts'
import { storeKinds } from '../support/stores.ts'

type Signed = Api & { admin: As }
const web = { params: { name: 'web' } }
const create = (api: Signed, body: Partial<AppCreate> = {}) =>
  api.call('appCreate', { body: { name: 'web', deploy: false, ...body } }, api.admin)

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'Z', '0', '-', 'é', ' ', '"'), minLength: 1, maxLength: 12 })
const key = fc.string({ unit: fc.constantFrom('A', 'B', '_', 'c'), minLength: 1, maxLength: 8 })
const slug = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 })
const probe = fc.oneof(
  fc.record({
    type: fc.constant('http' as const),
    path: fc.constant('/health'),
    interval: fc.constant('5s'),
    failures: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({ type: fc.constant('tcp' as const), port: fc.integer({ min: 1, max: 65535 }) }),
  fc.record({ type: fc.constant('command' as const), command: fc.array(word, { minLength: 1, maxLength: 3 }) }),
)
const hook = fc.record(
  { command: fc.array(word, { minLength: 1, maxLength: 3 }), timeout: fc.constantFrom('30s', '5m') },
  { requiredKeys: ['command'] },
)
const spec = fc
  .record({
    image: fc.constantFrom('levelrail/test-app:1', 'registry.example:5000/team/app:2.0', ''),
    port: fc.constantFrom(8080, 1, 65535),
    env: fc.dictionary(
      key,
      fc.string({ maxLength: 30 }).map((text) => text.replaceAll('\u0000', '')),
      { maxKeys: 4 },
    ),
    secret_env: fc.uniqueArray(fc.record({ name: key, required: fc.boolean() }), {
      selector: ({ name }) => name,
      maxLength: 3,
    }),
    command: fc.array(word, { maxLength: 3 }),
    entrypoint: fc.array(word, { maxLength: 3 }),
    pull_policy: fc.constantFrom('missing' as const, 'always' as const, 'never' as const),
    resources: fc.record({
      memory: fc.constantFrom(null, '512Mi', '1Gi'),
      cpu: fc.constantFrom(null, '0.5', '2'),
      swap: fc.constant(null),
      cpuset: fc.constantFrom(null, '0-1'),
    }),
    health: fc.record({ readiness: fc.option(probe), liveness: fc.option(probe) }),
    labels: fc.dictionary(
      fc.constantFrom('import/source-id', 'team', 'a.b-c'),
      fc.string({ maxLength: 10 }).map((text) => text.replaceAll('\u0000', '')),
      { maxKeys: 3 },
    ),
    strategy: fc.constantFrom('blue-green' as const, 'rolling' as const, 'recreate' as const),
    replicas: fc.integer({ min: 0, max: 1 }),
    volumes: fc
      .uniqueArray(slug, { maxLength: 2 })
      .map((names) => names.map((name) => ({ name, path: `/data/${name}` }))),
    host_port: fc.constantFrom(null, 1024, 25_000, 65_535),
    bind_address: fc.constantFrom('private', 'public', '192.0.2.7', '2001:db8::1'),
    domains: fc.uniqueArray(slug, { maxLength: 3 }).map((names) => names.map((name) => `${name}.example.com/${name}`)),
    registry_credential_id: fc.constant(''),
    hooks: fc.record({ pre_deploy: fc.option(hook), post_deploy: fc.option(hook) }),
    egress_policy: fc.constantFrom('open' as const, 'internal' as const),
    storage_target_id: fc.constant(''),
    auto_rollback: fc.boolean(),
    exec_enabled: fc.boolean(),
    log_drain: fc.constantFrom(
      null,
      { url: 'https://logs.example/in?key=1', headers: { Authorization: 'Bearer x' } },
      { url: 'syslog+udp://logs.example:514', headers: {} },
    ),
  })
  // A network without a way out publishes nothing.
  .map((fields) => (fields.egress_policy === 'internal' ? { ...fields, host_port: null } : fields))

async function tokenWith(api: Signed, abilities: Ability[], apps: string[] | null = null): Promise<As> {
  const policy = apps && { apps, databases: null }
  const { body } = await api.call('tokenCreate', { body: { name: 't', abilities, policy } }, api.admin)
  return { token: body.token }
}

describe.each(storeKinds)('on %s', (kind) => {
  test('read, modify, write loses nothing', { timeout: 120_000 }, async () => {
    const api = await startWithAdmin(kind)
    await create(api)
    const writer = await tokenWith(api, ['write'])
    await fc.assert(
      fc.asyncProperty(spec, async (fields) => {
        const { body: before } = await api.call('appView', web, api.admin)
        const written = await api.call('appReplace', { ...web, body: { ...before, ...fields } }, api.admin)
        expect(written.status).toBe(200)
        expect(written.body).toMatchObject(fields)
        const { body: read } = await api.call('appView', web, api.admin)
        const again = await api.call('appReplace', { ...web, body: read }, api.admin)
        expect(again.body).toEqual({ ...read, updated_at: again.body.updated_at, conditions: again.body.conditions })
        // Whoever sees less must not lose what they do not see.
        const plain = await api.call('appView', web, writer)
        expect((await api.call('appReplace', { ...web, body: plain.body }, writer)).status).toBe(200)
        expect((await api.call('appView', web, api.admin)).body.log_drain).toEqual(fields.log_drain)
      }),
      { numRuns: 40 },
    )
  })

  test('a patch changes only what it names', async () => {
    const api = await startWithAdmin(kind)
    const { body: made } = await create(api, { image: 'levelrail/test-app:1', port: 8080, env: { A: '1' } })
    const { body: changed } = await api.call('appUpdate', { ...web, body: { replicas: 3 } }, api.admin)
    expect(changed).toEqual({ ...made, replicas: 3, updated_at: changed.updated_at, conditions: changed.conditions })
  })

  test('lists are by name, filtered, sorted and paged without a gap', async () => {
    const api = await startWithAdmin(kind)
    for (const name of ['delta', 'alpha', 'charlie', 'bravo']) await create(api, { name })
    const names = async (query: object) => {
      const seen: string[] = []
      let before: string | undefined
      do {
        const page = await api.call('appList', { query: { ...query, ...(before ? { before } : {}) } }, api.admin)
        seen.push(...page.body.map(({ name }) => name))
        before = page.next
      } while (before)
      return seen
    }
    expect(await names({ limit: 3 })).toEqual(['alpha', 'bravo', 'charlie', 'delta'])
    expect(await names({ limit: 1, sort: '-name' })).toEqual(['delta', 'charlie', 'bravo', 'alpha'])
    expect(await names({ limit: 2, sort: 'created_at' })).toEqual(['delta', 'alpha', 'charlie', 'bravo'])
    expect(await names({ search: 'RAV' })).toEqual(['bravo'])
  })

  test('a secret is set, listed by name, locked, and never shown', async () => {
    const api = await startWithAdmin(kind)
    await create(api, { secret_env: [{ name: 'API_KEY', required: true }] })
    const secret = (name: string) => ({ params: { name: 'web', key: name } })
    expect(
      (
        await api.call(
          'appSecretSet',
          { ...secret('API_KEY'), body: { value: 'hunter2hunter2', locked: true } },
          api.admin,
        )
      ).status,
    ).toBe(204)
    const { body: list } = await api.call('appSecretList', web, api.admin)
    expect(list).toEqual([{ name: 'API_KEY', set: true, required: true, locked: true, updated_at: expect.any(String) }])
    const locked = await api.call('appSecretSet', { ...secret('API_KEY'), body: { value: 'other' } }, api.admin)
    expect([locked.status, locked.error]).toEqual([
      409,
      'secret "API_KEY" is locked: send overwrite_locked: true to change it',
    ])
    expect(
      (
        await api.call(
          'appSecretSet',
          { ...secret('API_KEY'), body: { value: 'other', overwrite_locked: true } },
          api.admin,
        )
      ).status,
    ).toBe(204)
    expect((await api.call('appSecretSet', { ...secret('1BAD'), body: { value: 'x' } }, api.admin)).status).toBe(400)
    const everything = JSON.stringify([
      await api.ctx.db.selectFrom('app_secrets').selectAll().execute(),
      (await api.call('appView', web, api.admin)).body,
    ])
    expect(everything).not.toContain('hunter2')
    expect((await api.call('appSecretDelete', secret('API_KEY'), api.admin)).status).toBe(204)
    expect((await api.call('appSecretDelete', secret('API_KEY'), api.admin)).status).toBe(404)
  })

  test('a secret is locked and unlocked without its value', async () => {
    const api = await startWithAdmin(kind)
    await create(api)
    const secret = { params: { name: 'web', key: 'API_KEY' } }
    expect((await api.call('appSecretLock', { ...secret, body: { locked: true } }, api.admin)).status).toBe(404)
    await api.call('appSecretSet', { ...secret, body: { value: 'hunter2' } }, api.admin)
    expect((await api.call('appSecretLock', { ...secret, body: { locked: true } }, api.admin)).status).toBe(204)
    expect((await api.call('appSecretSet', { ...secret, body: { value: 'other' } }, api.admin)).status).toBe(409)
    expect((await api.call('appSecretLock', { ...secret, body: { locked: false } }, api.admin)).status).toBe(204)
    expect((await api.call('appSecretSet', { ...secret, body: { value: 'other' } }, api.admin)).status).toBe(204)
  })

  test('single variables change without sending all; null takes one away', async () => {
    const api = await startWithAdmin(kind)
    await create(api, { env: { A: '1', B: '2', C: '3' } })
    const { body } = await api.call('appEnvUpdate', { ...web, body: { B: null, C: '4', D: '' } }, api.admin)
    expect(body.env).toEqual({ A: '1', C: '4', D: '' })
    expect((await api.call('appView', web, api.admin)).body.env).toEqual(body.env)
  })

  test('a domain leads to one app, and is free again when that lets go of it', async () => {
    const api = await startWithAdmin(kind)
    expect((await create(api, { name: 'shop-a', domains: ['Shop.example.com', 'a.example/x'] })).body.domains).toEqual([
      ...['shop.example.com', 'a.example/x'],
    ])
    expect((await create(api, { name: 'blog', domains: ['a.example', 'a.example/y'] })).status).toBe(201)
    const take = async (as: As, domains: string[]) => {
      const { status, error } = await api.call('appUpdate', { params: { name: 'blog' }, body: { domains } }, as)
      return [status, error]
    }
    const blogger = await tokenWith(api, ['write'], ['blog'])
    const taken = ['new.example', 'shop.example.com']
    expect(await take(api.admin, taken)).toEqual([
      409,
      'domain "shop.example.com" belongs to app "shop-a": remove it there first',
    ])
    expect(await take(blogger, taken)).toEqual([
      409,
      'domain "shop.example.com" belongs to another app: remove it there first',
    ])
    const domainsOf = async (name: string) => (await api.call('appView', { params: { name } }, api.admin)).body.domains
    expect(await domainsOf('blog')).toEqual(['a.example', 'a.example/y'])
    await api.call('appUpdate', { params: { name: 'shop-a' }, body: { domains: ['a.example/x'] } }, api.admin)
    expect(await take(blogger, taken)).toEqual([200, ''])
    await api.call('appDelete', { params: { name: 'blog' } }, api.admin)
    expect((await create(api, { name: 'other', domains: taken })).status).toBe(201)
  })

  test('of many who want a domain at once, one gets it', async () => {
    const api = await startWithAdmin(kind)
    const domains = ['b.example', 'a.example']
    const answers = await Promise.all(
      ['one', 'two', 'three', 'four'].map((name, at) =>
        create(api, { name, domains: at % 2 === 0 ? domains : domains.toReversed() }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('a log drain is sealed, hidden from readers, and kept when what they see is saved', async () => {
    const api = await startWithAdmin(kind)
    const drain = { url: 'https://logs.example/in?key=s3cret', headers: { 'X-Key': 's3cret' } }
    const hidden = { url: 'https://logs.example/(hidden)', headers: { 'X-Key': '(hidden)' } }
    const [reader, writer] = [await tokenWith(api, ['read']), await tokenWith(api, ['write'])]
    expect((await create(api, { log_drain: drain })).body.log_drain).toEqual(drain)
    expect(JSON.stringify(await api.ctx.db.selectFrom('apps').selectAll().execute())).not.toContain('s3cret')
    expect((await api.call('appView', web, reader)).body.log_drain).toEqual(hidden)
    expect((await api.call('appList', {}, reader)).body[0]?.log_drain).toEqual(hidden)
    expect((await api.call('appUpdate', { ...web, body: { log_drain: hidden } }, writer)).status).toBe(200)
    const change = await api.call('appUpdate', { ...web, body: { log_drain: null } }, writer)
    expect([change.status, change.error]).toEqual([403, expect.stringContaining('lacks the required ability')])
    const { body: moved } = await api.call(
      'appLogDrainSet',
      { ...web, body: { url: 'https://other.example/', headers: hidden.headers } },
      api.admin,
    )
    expect(moved.log_drain).toEqual({ url: 'https://other.example/', headers: drain.headers })
    expect(moved.pending).toEqual([])
    expect((await api.call('appLogDrainDelete', web, api.admin)).status).toBe(204)
    expect((await api.call('appView', web, reader)).body.log_drain).toBeNull()
  })

  test('a required secret without a value fails the deploy and names it', async () => {
    const api = await startWithAdmin(kind)
    await create(api, { image: 'levelrail/test-app:1', secret_env: [{ name: 'API_KEY', required: true }] })
    const { body: deploy, status } = await api.call('deployCreate', { ...web, body: {} }, api.admin)
    expect(status).toBe(202)
    expect(deploy).toMatchObject({
      outcome: 'failed',
      failure: { code: 'missing_env', cause: expect.stringContaining('API_KEY'), retryable: false },
    })
    expect((await api.call('deployFailedList', {}, api.admin)).body.map(({ id }) => id)).toEqual([deploy.id])
  })

  test('overriding a freeze needs a reason, which the event log keeps', async () => {
    const api = await startWithAdmin(kind)
    await create(api, { image: 'levelrail/test-app:1' })
    const ask = (body: object) => api.call('deployCreate', { ...web, body }, api.admin)
    expect(await ask({ override_freeze: true })).toMatchObject({
      status: 400,
      error: '"override_reason" is missing: say why the freeze is overridden',
    })
    expect((await api.call('deployList', web, api.admin)).body).toEqual([])
    expect((await ask({ override_freeze: true, override_reason: 'the shop is down' })).status).toBe(202)
    const { body: events } = await api.call('appEventList', web, api.admin)
    expect(events.find(({ kind: what }) => what === 'deploy_started')?.detail).toMatchObject({
      override_reason: 'the shop is down',
    })
  })

  test('a canary needs something that it can share requests with', async () => {
    const api = await startWithAdmin(kind)
    await create(api, { image: 'levelrail/test-app:1' })
    const deploy = (canary_weight: number) => api.call('deployCreate', { ...web, body: { canary_weight } }, api.admin)
    expect(await deploy(10)).toMatchObject({ status: 400, error: expect.stringContaining('serves nothing') })
    expect((await deploy(100)).status).toBe(400)
    const { body: plain } = await api.call('deployCreate', { ...web, body: {} }, api.admin)
    const params = { name: 'web', deployId: plain.id }
    expect(await api.call('deployCanarySet', { params, body: { weight: 50 } }, api.admin)).toMatchObject({
      status: 409,
      error: expect.stringContaining('is no canary'),
    })
  })

  test('a newer deploy supersedes the one in progress; cancel ends it; an outcome is never rewritten', async () => {
    const api = await startWithAdmin(kind)
    await create(api, { image: 'levelrail/test-app:1' })
    const deploys = [
      await api.call('deployCreate', { ...web, body: {} }, api.admin),
      await api.call('deployCreate', { ...web, body: { note: 'again' } }, api.admin),
    ]
    const [first, second] = deploys.map(({ body }) => body.id)
    const view = async (id: string | undefined) =>
      (await api.call('deployView', { params: { name: 'web', deployId: id ?? '' } }, api.admin)).body
    const { outcome, failure } = await view(first)
    expect({ outcome, failure }).toEqual({ outcome: 'superseded' })
    expect(await view('latest')).toMatchObject({ id: second, outcome: 'in_progress', note: 'again' })
    const cancel = () => api.call('deployCancel', { params: { name: 'web', deployId: second ?? '' } }, api.admin)
    expect((await cancel()).body).toMatchObject({ outcome: 'canceled', finished_at: expect.any(String) })
    expect([(await cancel()).status, (await cancel()).error]).toEqual([
      409,
      `deploy "${second}" is over: it is canceled`,
    ])
    const log = await api.raw(`/api/v1/apps/web/deploys/${second}/logs`, {
      headers: { cookie: `session_token=${api.admin.session}` },
    })
    const text = await log.text()
    expect(text).toContain('event: line')
    expect(text.trim().split('\n\n').at(-1)).toBe('event: end\ndata: {"outcome":"canceled"}')
  })
})

test('stop, start and restart change the wish at once', async () => {
  const api = await startWithAdmin('sqlite')
  const { body: made } = await create(api)
  expect((await api.call('appStop', web, api.admin)).body.suspended).toBe(true)
  expect((await api.call('deployCreate', { ...web, body: { image: 'x:1' } }, api.admin)).error).toBe(
    'app "web" is stopped: start it before you deploy',
  )
  expect((await api.call('appStart', web, api.admin)).body.suspended).toBe(false)
  expect((await api.call('appRestart', web, api.admin)).body.restart_nonce).not.toBe(made.restart_nonce)
})

const refused: [string, Partial<AppCreate>, number, string][] = [
  ['a name that is no name', { name: 'Web' }, 400, 'name has characters or a form that is not allowed'],
  ['a reserved name', { name: 'none' }, 400, 'the app name "none" is reserved'],
  ['an image that is none', { image: 'Not/An:Image:1' }, 400, 'image: '],
  [
    'too little memory',
    { resources: { memory: '1Mi', cpu: null, swap: null, cpuset: null } },
    400,
    'resources.memory: ',
  ],
  ['a label of ours', { labels: { 'levelrail.app': 'x' } }, 400, 'labels: "levelrail.app" is ours'],
  ['a variable that is none', { env: { '1A': 'x' } }, 400, 'env'],
  [
    'a probe without a port',
    { health: { readiness: { type: 'http' }, liveness: null } },
    400,
    'health.readiness.port is needed',
  ],
  ['a port of the machine’s own', { port: 80, host_port: 443 }, 400, "host_port: 443 is the machine's own"],
  ['a host port that leads nowhere', { host_port: 9000 }, 400, 'host_port needs port'],
  ['a host port for two', { port: 80, host_port: 9000, replicas: 2 }, 400, 'host_port allows one replica only'],
  [
    'a host port without a way out',
    { port: 80, host_port: 9000, egress_policy: 'internal' },
    400,
    'host_port needs egress_policy open',
  ],
  ['a bind address that is none', { bind_address: 'eth0' }, 400, 'bind_address: "eth0" must be private, public or'],
  ['a domain that is none', { domains: ['a.*.example'] }, 400, 'domains: "a.*.example" may have a wildcard only'],
  ['a domain twice', { domains: ['a.example', 'A.example/'] }, 400, 'domains: "a.example" is there twice'],
  [
    'a credential that is not there',
    { registry_credential_id: 'reg_1' },
    400,
    'there is no registry credential "reg_1"',
  ],
  ['a target that is not there', { storage_target_id: 'sto_1' }, 400, 'no such storage target "sto_1"'],
  ['an empty hook', { hooks: { pre_deploy: { command: [] }, post_deploy: null } }, 400, 'hooks.pre_deploy'],
  ['a drain to nowhere', { log_drain: { url: 'ftp://logs.example' } }, 400, 'log_drain.url must be https://'],
  ['a volume path that climbs', { volumes: [{ name: 'data', path: '/data/../etc' }] }, 400, 'must not hold ".."'],
]

test.each(refused)('%s is refused, and nothing is written', async (_, body, status, message) => {
  const api = await startWithAdmin('sqlite')
  const answer = await create(api, body)
  expect([answer.status, answer.error]).toEqual([status, expect.stringContaining(message)])
  expect((await api.call('appList', {}, api.admin)).body).toEqual([])
})

test('names are unique, and unknown apps are not found', async () => {
  const api = await startWithAdmin('sqlite')
  await create(api)
  expect((await create(api)).error).toBe('there is already an app "web"')
  expect((await api.call('appView', { params: { name: 'other' } }, api.admin)).error).toBe('no app "other"')
  expect((await api.call('deployCreate', { ...web, body: {} }, api.admin)).error).toBe(
    'app "web" has no image yet: name one in "image"',
  )
  expect((await api.call('deployCreate', { ...web, body: { rollback_to: 'dep_x' } }, api.admin)).error).toBe(
    'rollback_to: app "web" has no deploy "dep_x"',
  )
})

test('a field with a route of its own cannot be changed by writing the record', async () => {
  const api = await startWithAdmin('sqlite')
  const { body: app }: { body: App } = await create(api)
  const moved = await api.call('appReplace', { ...web, body: { ...app, node_id: 'nod_other' } }, api.admin)
  expect([moved.status, moved.error]).toEqual([
    400,
    'node_id cannot be changed here: it has a route of its own, or none',
  ])
})

test('commands in containers are allowed by root alone, and forbidden by who may write', async () => {
  const api = await startWithAdmin('sqlite')
  await create(api)
  const writer = await tokenWith(api, ['write:sensitive'])
  const set = (exec_enabled: boolean, as: As) => api.call('appUpdate', { ...web, body: { exec_enabled } }, as)
  const refusal = await set(true, writer)
  expect([refusal.status, refusal.error]).toEqual([
    403,
    expect.stringContaining('exec_enabled can be turned on by root'),
  ])
  expect((await api.call('appCreate', { body: { name: 'x', exec_enabled: true } }, writer)).status).toBe(403)
  expect((await set(true, api.admin)).body.exec_enabled).toBe(true)
  expect((await api.call('appUpdate', { ...web, body: { replicas: 2 } }, writer)).status).toBe(200)
  expect((await set(false, writer)).body.exec_enabled).toBe(false)
})

test('an app that must not run twice says before a deploy that it will be stopped first', async () => {
  const api = await startWithAdmin('sqlite')
  const { body: app } = await create(api, { port: 8080 })
  expect([app.strategy, app.effective_strategy]).toEqual(['blue-green', 'blue-green'])
  const { body: pinned } = await api.call('appUpdate', { ...web, body: { host_port: 9000 } }, api.admin)
  expect([pinned.strategy, pinned.effective_strategy]).toEqual(['blue-green', 'recreate'])
})

test('a drain that the master key does not open is shown as hidden, and can be replaced', async () => {
  const api = await startWithAdmin('sqlite')
  await create(api)
  await api.ctx.db.updateTable('apps').set({ log_drain_sealed: 'v1.other.x.y' }).execute()
  const { body: app } = await api.call('appView', web, api.admin)
  expect(app.log_drain).toEqual({ url: '(hidden)', headers: {} })
  expect((await api.call('appReplace', { ...web, body: app }, api.admin)).status).toBe(200)
  const drain = { url: 'syslog+tcp://logs.example:514', headers: {} }
  expect((await api.call('appLogDrainSet', { ...web, body: drain }, api.admin)).body.log_drain).toEqual(drain)
})

test('a policy hides other apps from lists and from deploys', async () => {
  const api = await startWithAdmin('sqlite')
  for (const name of ['shop-api', 'blog']) await create(api, { name, image: 'levelrail/test-app:1', deploy: true })
  const { body } = await api.call(
    'tokenCreate',
    { body: { name: 't', abilities: ['read'], policy: { apps: ['shop-*'], databases: null } } },
    api.admin,
  )
  const as = { token: body.token }
  expect((await api.call('appList', {}, as)).body.map(({ name }) => name)).toEqual(['shop-api'])
  expect((await api.call('deploymentList', {}, as)).body.map(({ app }) => app)).toEqual(['shop-api'])
  expect((await api.call('appView', { params: { name: 'blog' } }, as)).status).toBe(404)
  expect((await api.call('appsSummary', {}, as)).body.total).toBe(1)
})

test('without an engine, what needs one says so', async () => {
  const api = await startWithAdmin('sqlite')
  await create(api)
  const { status, error } = await api.call('appReplicas', web, api.admin)
  expect([status, error]).toEqual([503, expect.stringContaining('there is no such socket')])
})
