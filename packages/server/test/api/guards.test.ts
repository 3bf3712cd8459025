// Freeze windows and approvals over the API, without an engine: what is held, what lets it go on, and who may say so.
import type { FreezeWindowCreate } from '@levelrail/contract/schemas/guards.ts'
import type { Policy } from '@levelrail/contract/schemas/users.ts'
import { describe, expect, test } from 'vitest'
import { autoRollback } from '../../src/features/deploys/auto-rollback.ts'
import { type Api, type As, startWithAdmin } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { onlyLoops } from '../support/only-loops.ts'
import { storeKinds } from '../support/stores.ts'

type Signed = Api & { admin: As }
const web = { params: { name: 'web' } }
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const password = 'long enough here'
const longSessions = { APP_SESSION_TTL: '90d', APP_SESSION_MAX_AGE: '90d' }

const inHours = (hours: number, from = Date.now()) => new Date(from + hours * hourMs).toISOString()
const freeze = (api: Signed, body: Partial<FreezeWindowCreate> = {}, as: As = api.admin) =>
  api.call('freezeCreate', { body: { name: 'weekend', ends_at: inHours(48), ...body } }, as)
const ask = (api: Signed, body: object = {}, as: As = api.admin) => api.call('deployCreate', { ...web, body }, as)
const view = async (api: Signed, deployId = 'latest') =>
  (await api.call('deployView', { params: { name: 'web', deployId } }, api.admin)).body
const events = async (api: Signed) => (await api.call('appEventList', web, api.admin)).body
const rule = (api: Signed, required = 1, expires_after = '24h') =>
  api.call('appApprovalRuleSet', { ...web, body: { required, expires_after } }, api.admin)
const decide = (api: Signed, what: 'deployApprove' | 'deployReject', deployId: string, as: As, comment?: string) =>
  api.call(what, { params: { name: 'web', deployId }, body: comment === undefined ? {} : { comment } }, as)

async function withApp(kind: 'sqlite' | 'postgres', clock?: FakeClock): Promise<Signed> {
  // What is in progress stays so: nobody brings it about here.
  const loops = onlyLoops('held-deploys')
  const api = await startWithAdmin(kind, longSessions, clock ? { clock, loops } : { loops })
  await api.call('appCreate', { body: { name: 'web', image: 'web:1', deploy: false } }, api.admin)
  return api
}

async function person(api: Signed, name: string, policy: Policy | null = null): Promise<As> {
  const email = `${name}@example.com`
  const body = { email, password, display_name: name, role: 'operator' as const, ...(policy ? { policy } : {}) }
  expect((await api.call('userCreate', { body }, api.admin)).status).toBe(201)
  return { session: (await api.call('login', { body: { email, password } })).session }
}

/** Lets time pass until it is so; the loop gets to run in between. */
function inTime<T>(clock: FakeClock, stepMs: number, look: () => Promise<T>) {
  return eventually(async () => {
    await clock.advance(stepMs)
    return look()
  })
}

const refused: [Partial<FreezeWindowCreate>, RegExp][] = [
  [{ name: '' }, /name/],
  [{ name: '   ' }, /name/],
  [{ ends_at: '2020-01-01T00:00:00Z' }, /^ends_at: .*is past/],
  [{ starts_at: inHours(5), ends_at: inHours(4) }, /^ends_at: .*not after starts_at/],
  [{ ends_at: 'tomorrow' }, /ends_at/],
  [{ time_zone: 'Mars/Olympus' }, /^time_zone: "Mars\/Olympus" is not a time zone/],
  [{ schedule: '0 0 * * *', duration: '1h' }, /^schedule: give either/],
  [{ scope: 'app', scope_id: 'none-such' }, /^scope_id: there is no app "none-such"/],
  [{ scope: 'project', scope_id: 'prj_none' }, /^scope_id: there is no project "prj_none"/],
  [{ scope: 'environment', scope_id: 'env_none' }, /^scope_id: there is no environment "env_none"/],
  [{ scope: 'environment' }, /^scope_id: is missing/],
  [{ scope: 'all', scope_id: 'web' }, /^scope_id: is not used/],
  [{ reason: 'x'.repeat(1001) }, /reason/],
]

describe.each(storeKinds)('on %s', (kind) => {
  describe('a freeze window', () => {
    test('is made, read, changed, listed, drawn and removed', async () => {
      const api = await withApp(kind)
      const made = await freeze(api, { reason: 'nobody is there' })
      expect(made.status).toBe(201)
      expect(made.body).toMatchObject({
        ...{ name: 'weekend', reason: 'nobody is there', scope: 'all', scope_id: '', scope_name: 'all apps' },
        ...{ schedule: null, schedule_words: 'once', next: null, created_by: 'ann@example.com' },
        active: { ends_at: made.body.ends_at },
      })
      expect(await freeze(api)).toMatchObject({ status: 400, error: expect.stringMatching(/^starts_at: overlaps/) })
      const night = { schedule: '0 20 * * *', duration: '10h', time_zone: 'Europe/Berlin' }
      const sent = { name: 'nights', scope: 'app', scope_id: 'web', ...night } as const
      const nights = await api.call('freezeCreate', { body: sent }, api.admin)
      expect(nights.body).toMatchObject({ ...sent, schedule_words: 'every day at 20:00 for 10h', starts_at: null })
      expect(await api.call('freezeCreate', { body: { ...sent, schedule: '0 19 * * *' } }, api.admin)).toMatchObject({
        ...{ status: 409, error: 'there is already a freeze window "nights"' },
      })
      const one = { params: { id: nights.body.id } }
      const changed = await api.call('freezeUpdate', { ...one, body: { duration: '8h', reason: 'sleep' } }, api.admin)
      expect(changed.body).toMatchObject({ duration: '8h', schedule: '0 20 * * *', reason: 'sleep' })
      expect((await api.call('freezeView', one, api.admin)).body).toMatchObject({ id: one.params.id, reason: 'sleep' })
      expect((await api.call('freezeList', {}, api.admin)).body.map(({ name }) => name)).toEqual(['nights', 'weekend'])
      const query = { from: '2030-06-01T00:00:00Z', to: '2030-06-04T00:00:00Z' }
      const { body: drawn } = await api.call('freezeCalendar', { query }, api.admin)
      expect(drawn.map(({ name, starts_at, ends_at }) => [name, starts_at, ends_at])).toEqual([
        ['nights', '2030-05-31T18:00:00.000Z', '2030-06-01T02:00:00.000Z'],
        ['nights', '2030-06-01T18:00:00.000Z', '2030-06-02T02:00:00.000Z'],
        ['nights', '2030-06-02T18:00:00.000Z', '2030-06-03T02:00:00.000Z'],
        ['nights', '2030-06-03T18:00:00.000Z', '2030-06-04T02:00:00.000Z'],
      ])
      for (const [bad, message] of [
        [{ ...query, to: query.from }, 'to: is not after from'],
        [{ ...query, to: '2031-06-01T00:00:00Z' }, 'to: is more than 100 days after from'],
      ] as const)
        expect(await api.call('freezeCalendar', { query: bad }, api.admin)).toMatchObject({
          status: 400,
          error: message,
        })
      expect((await api.call('freezeDelete', one, api.admin)).status).toBe(204)
      expect((await api.call('freezeDelete', one, api.admin)).status).toBe(404)
      expect((await api.call('freezeUpdate', { ...one, body: { reason: '' } }, api.admin)).status).toBe(404)
    })

    test('that cannot be right is refused by its field, and nothing is written', async () => {
      const api = await withApp(kind)
      for (const [body, error] of refused)
        expect([body, await freeze(api, body)]).toMatchObject([
          body,
          { status: 400, error: expect.stringMatching(error) },
        ])
      expect((await api.call('freezeList', {}, api.admin)).body).toEqual([])
      const { body: audit } = await api.call(
        'auditList',
        { query: { action: 'freezeCreate', outcome: 'ok' } },
        api.admin,
      )
      expect(audit).toEqual([])
    })

    test('holds deploys of what it covers, and nothing else', async () => {
      const api = await withApp(kind)
      const { body: project } = await api.call('projectCreate', { body: { name: 'shop' } }, api.admin)
      const [production, staging] = [
        (await api.call('environmentCreate', { params: project, body: { name: 'production' } }, api.admin)).body,
        (await api.call('environmentCreate', { params: project, body: { name: 'staging' } }, api.admin)).body,
      ]
      const place = { project_id: project.id, environment_id: production.id }
      await api.call('appCreate', { body: { name: 'shop', image: 'web:1', deploy: false, ...place } }, api.admin)
      const outcomes = async () => {
        const found: string[] = []
        for (const name of ['web', 'shop'])
          found.push((await api.call('deployCreate', { params: { name }, body: {} }, api.admin)).body.outcome)
        return found
      }
      for (const [body, expected] of [
        [{ scope: 'environment', scope_id: staging.id }, ['in_progress', 'in_progress']],
        [{ scope: 'environment', scope_id: production.id }, ['in_progress', 'blocked']],
        [{ scope: 'project', scope_id: project.id }, ['in_progress', 'blocked']],
        [{ scope: 'app', scope_id: 'web' }, ['blocked', 'in_progress']],
        [{ scope: 'all' }, ['blocked', 'blocked']],
        [{ scope: 'all', starts_at: inHours(1) }, ['in_progress', 'in_progress']],
      ] as const) {
        const { body: window } = await freeze(api, body)
        expect([body, await outcomes()]).toEqual([body, expected])
        await api.call('freezeDelete', { params: { id: window.id } }, api.admin)
      }
      const { body: window } = await freeze(api, { scope: 'environment', scope_id: production.id })
      expect(window.scope_name).toBe('shop / production')
      await api.call('environmentDelete', { params: { id: production.id } }, api.admin)
      expect((await api.call('freezeList', {}, api.admin)).body).toEqual([])
    })

    test('says of a held deploy why and until when; the app and its record stay as they were', async () => {
      const api = await withApp(kind)
      const { body: window } = await freeze(api)
      const held = await ask(api, { image: 'web:2', note: 'new colours' })
      expect(held.status).toBe(202)
      expect(held.body).toMatchObject({
        ...{ outcome: 'blocked', image: 'web:2', finished_at: null },
        hold: { code: 'freeze_window_hold', window_id: window.id, window: 'weekend', until: window.ends_at },
        failure: { code: 'freeze_window_hold', retryable: true },
        phases: [{ name: 'held', finished_at: null }],
      })
      const until = window.ends_at?.replace(/\.\d+Z/, 'Z')
      expect(held.body.failure?.cause).toBe(`The deploy is held by freeze window "weekend" until ${until}.`)
      const { body: app } = await api.call('appView', web, api.admin)
      expect(app).toMatchObject({ image: 'web:1', deploy_in_progress_id: null })
      expect(app.latest_deploy).toMatchObject({ id: held.body.id, outcome: 'blocked', hold: held.body.hold })
      expect((await api.call('appDiagnose', web, api.admin)).body).toMatchObject({
        ...{ state: 'never_deployed', failure: { code: 'freeze_window_hold' } },
        summary: expect.stringContaining('held by freeze window "weekend"'),
      })
      expect((await events(api))[0]).toMatchObject({ kind: 'deploy_held', deploy_id: held.body.id })
      const log = await api.raw(`/api/v1/apps/web/deploys/${held.body.id}/logs`, {
        headers: { cookie: `session_token=${api.admin.session}` },
      })
      expect(await log.text()).toMatch(/held by freeze window.*event: end\ndata: {"outcome":"blocked"}/s)
    })

    test('lets a deploy go on when it ends, once, with what was asked for', async () => {
      const clock = new FakeClock()
      const api = await withApp(kind, clock)
      await freeze(api, { ends_at: inHours(0.5, clock.now().getTime()) })
      const { body: held } = await ask(api, { image: 'web:2' })
      await clock.advance(29 * minuteMs)
      expect((await view(api, held.id)).outcome).toBe('blocked')
      await inTime(clock, minuteMs, async () => (await view(api, held.id)).outcome).toBe('in_progress')
      const { hold, failure, phases } = await view(api, held.id)
      expect([hold, failure, phases.map(({ name }) => name)]).toEqual([undefined, undefined, ['held', 'queued']])
      expect((await api.call('appView', web, api.admin)).body.image).toBe('web:2')
      const kinds = (await events(api)).map((event) => event.kind)
      expect(kinds.filter((each) => each === 'deploy_released')).toHaveLength(1)
    })

    test('lets go at once when it is removed, shortened, or its app moves out', async () => {
      const api = await withApp(kind)
      const { body: project } = await api.call('projectCreate', { body: { name: 'shop' } }, api.admin)
      await api.call('appMoveToProject', { ...web, body: { project_id: project.id } }, api.admin)
      const ways: [Partial<FreezeWindowCreate>, (id: string) => Promise<{ status: number }>][] = [
        [{}, (id) => api.call('freezeDelete', { params: { id } }, api.admin)],
        [{}, (id) => api.call('freezeUpdate', { params: { id }, body: { starts_at: inHours(40) } }, api.admin)],
        [
          { name: 'project', scope: 'project', scope_id: project.id },
          () => api.call('appMoveToProject', { ...web, body: { project_id: '' } }, api.admin),
        ],
      ]
      for (const [body, end] of ways) {
        const { body: window } = await freeze(api, body)
        const { body: held } = await ask(api)
        expect(held.outcome).toBe('blocked')
        expect((await end(window.id)).status).toBeLessThan(300)
        await eventually(async () => (await view(api, held.id)).outcome).toBe('in_progress')
      }
    })

    test('is overridden at the start or later, with a reason that is kept and audited', async () => {
      const api = await withApp(kind)
      await freeze(api)
      expect(await ask(api, { override_freeze: true })).toMatchObject({ status: 400 })
      const passed = await ask(api, { override_freeze: true, override_reason: 'the shop is down' })
      expect(passed.body).toMatchObject({ outcome: 'in_progress', override_reason: 'the shop is down' })
      const { body: held } = await ask(api, { image: 'web:2' })
      const override = (deployId: string, override_reason: string) =>
        api.call('deployOverride', { params: { name: 'web', deployId }, body: { override_reason } }, api.admin)
      expect(await override(held.id, ' ')).toMatchObject({
        status: 400,
        error: expect.stringContaining('override_reason'),
      })
      expect((await override(held.id, 'it is urgent')).body).toMatchObject({
        ...{ outcome: 'in_progress', override_reason: 'it is urgent', image: 'web:2' },
      })
      expect(await override(held.id, 'again')).toMatchObject({
        status: 409,
        error: expect.stringContaining('is not held'),
      })
      expect((await view(api, passed.body.id)).outcome).toBe('superseded')
      const told = (await events(api)).filter((event) => event.kind === 'freeze_overridden')
      expect(told.map(({ detail, actor }) => [detail, actor])).toEqual([
        [{ window: 'weekend', override_reason: 'it is urgent' }, 'ann@example.com'],
        [{ window: 'weekend', override_reason: 'the shop is down' }, 'ann@example.com'],
      ])
      const { body: audit } = await api.call('auditList', { query: { action: 'freeze_override' } }, api.admin)
      expect(audit.map(({ resource, actor }) => [resource, actor])).toEqual([
        [`apps/web/deploys/${held.id}`, 'ann@example.com'],
        [`apps/web/deploys/${passed.body.id}`, 'ann@example.com'],
      ])
    })

    test('holds a rollback too, but not what repairs a deploy by itself', async () => {
      const api = await withApp(kind)
      await api.call('appUpdate', { ...web, body: { auto_rollback: true } }, api.admin)
      const ids: string[] = []
      for (const digest of ['a', 'b']) {
        const { body } = await ask(api, { image: `web:${digest}` })
        const settled = { digest, outcome: 'healthy', finished_at: body.started_at }
        await api.ctx.db.updateTable('deploys').set(settled).where('id', '=', body.id).execute()
        ids.push(body.id)
      }
      const running = { deployId: ids[1], digest: 'b', spec: {}, nonce: '' }
      await api.ctx.db
        .updateTable('apps')
        .set({ running: JSON.stringify(running) })
        .execute()
      await freeze(api)
      await rule(api)
      expect((await ask(api, { rollback_to: ids[0] })).body).toMatchObject({ outcome: 'blocked', source: 'rollback' })
      expect(await autoRollback(api.ctx, 'web', 'episode-1', 'it crashes')).toMatchObject({
        ...{ outcome: 'in_progress', source: 'auto_rollback', approval: null },
      })
      const { body: audit } = await api.call('auditList', { query: { action: 'auto_rollback' } }, api.admin)
      expect(audit).toHaveLength(1)
    })

    test('of an app outside the policy is not there for one, and no wider one can be made', async () => {
      const api = await withApp(kind)
      await api.call('appCreate', { body: { name: 'api', deploy: false } }, api.admin)
      const eve = await person(api, 'eve', { apps: ['api'], databases: null })
      const { body: hidden } = await freeze(api, { scope: 'app', scope_id: 'web' })
      const { body: wide } = await freeze(api, { name: 'wide' })
      const list = (as: As) => api.call('freezeList', {}, as)
      expect((await list(eve)).body.map(({ name }) => name)).toEqual(['wide'])
      expect((await api.call('freezeView', { params: { id: hidden.id } }, eve)).status).toBe(404)
      expect((await api.call('freezeDelete', { params: { id: hidden.id } }, eve)).status).toBe(404)
      expect((await api.call('freezeDelete', { params: { id: wide.id } }, eve)).status).toBe(403)
      expect(await freeze(api, { name: 'x', scope: 'app', scope_id: 'web' }, eve)).toMatchObject({
        ...{ status: 400, error: 'scope_id: there is no app "web"' },
      })
      expect((await freeze(api, { name: 'x' }, eve)).status).toBe(403)
      expect((await freeze(api, { name: 'x', scope: 'app', scope_id: 'api' }, eve)).status).toBe(201)
      expect((await list(api.admin)).body).toHaveLength(3)
    })
  })

  describe('a held deploy', () => {
    test('is superseded by a newer one, held or not, and takes nothing from one in progress', async () => {
      const api = await withApp(kind)
      const { body: running } = await ask(api)
      await freeze(api)
      const { body: first } = await ask(api, { image: 'web:2' })
      const { body: second } = await ask(api, { image: 'web:3' })
      expect([(await view(api, running.id)).outcome, (await view(api, first.id)).outcome]).toEqual([
        'in_progress',
        'superseded',
      ])
      const urgent = await ask(api, { override_freeze: true, override_reason: 'the shop is down' })
      expect(urgent.body.outcome).toBe('in_progress')
      for (const id of [running.id, second.id]) expect((await view(api, id)).outcome).toBe('superseded')
      expect((await view(api, second.id)).hold).toBeUndefined()
    })

    test('supersedes what is in progress when it goes on', async () => {
      const api = await withApp(kind)
      const { body: running } = await ask(api)
      const { body: window } = await freeze(api)
      const { body: held } = await ask(api, { image: 'web:2' })
      await api.call('freezeDelete', { params: { id: window.id } }, api.admin)
      await eventually(async () => (await view(api, running.id)).outcome).toBe('superseded')
      expect((await view(api, held.id)).outcome).toBe('in_progress')
    })

    test('can be cancelled, which ends its approval too', async () => {
      const api = await withApp(kind)
      await freeze(api, { scope: 'app', scope_id: 'web' })
      await rule(api)
      const { body: held } = await ask(api)
      const cancel = () => api.call('deployCancel', { params: { name: 'web', deployId: held.id } }, api.admin)
      expect((await cancel()).body).toMatchObject({ outcome: 'canceled', approval: { state: 'canceled' } })
      expect((await cancel()).body).not.toHaveProperty('hold')
      expect((await cancel()).status).toBe(409)
    })
  })

  describe('an approval', () => {
    test('by another person lets the deploy go on; the author and tokens cannot give it', async () => {
      const api = await withApp(kind)
      expect((await rule(api)).body).toMatchObject({ scope: 'app', scope_id: 'web', required: 1, expires_after: '24h' })
      const [bob, cyd] = [await person(api, 'bob'), await person(api, 'cyd')]
      const { body: made } = await api.call('tokenCreate', { body: { name: 'ci', abilities: ['deploy'] } }, bob)
      const token = { token: made.token }
      const { body: held } = await ask(api, { image: 'web:2', note: 'new colours' }, token)
      expect(held).toMatchObject({
        ...{ outcome: 'blocked', by: 'bob@example.com', failure: { code: 'approval_pending' } },
        hold: { code: 'approval_pending', until: null, expires_at: held.approval?.expires_at },
        approval: { state: 'pending', required: 1, votes: [] },
      })
      const inbox = async (as: As) => (await api.call('approvalList', { query: { state: 'pending' } }, as)).body
      expect(await inbox(cyd)).toMatchObject([{ deploy_id: held.id, note: 'new colours', refusal: null }])
      expect(await inbox(bob)).toMatchObject([{ refusal: expect.stringContaining('you asked for this deploy') }])
      expect(await inbox(token)).toMatchObject([{ refusal: expect.stringContaining('needs a signed-in person') }])
      expect((await decide(api, 'deployApprove', held.id, bob)).status).toBe(403)
      expect((await decide(api, 'deployReject', held.id, bob)).status).toBe(403)
      expect((await decide(api, 'deployApprove', held.id, token)).status).toBe(403)
      expect((await view(api, held.id)).outcome).toBe('blocked')
      const approved = await decide(api, 'deployApprove', held.id, cyd, 'looks good')
      expect(approved.body).toMatchObject({ outcome: 'in_progress', approval: { state: 'approved' } })
      expect(approved.body.approval?.votes).toMatchObject([
        { by: 'cyd@example.com', decision: 'approved', comment: 'looks good' },
      ])
      expect((await decide(api, 'deployApprove', held.id, api.admin)).status).toBe(409)
      expect(await inbox(cyd)).toEqual([])
      expect((await api.call('approvalList', {}, cyd)).body).toMatchObject([{ state: 'approved' }])
      const { body: audit } = await api.call(
        'auditList',
        { query: { action: 'deployApprove', outcome: 'ok' } },
        api.admin,
      )
      expect(audit.map(({ actor }) => actor)).toEqual(['cyd@example.com'])
    })

    test('may be needed from several people, each counting once, also when they decide at once', async () => {
      const api = await withApp(kind)
      await rule(api, 3)
      const { body: held } = await ask(api)
      const people = [await person(api, 'bob'), await person(api, 'cyd'), await person(api, 'dan')]
      const [bob = {}, ...others] = people
      expect((await decide(api, 'deployApprove', held.id, bob)).body).toMatchObject({
        ...{ outcome: 'blocked', approval: { state: 'pending' } },
        failure: { cause: expect.stringContaining('1 of 3 so far') },
      })
      expect(await decide(api, 'deployApprove', held.id, bob)).toMatchObject({
        status: 409,
        error: 'you have decided already',
      })
      const answers = await Promise.all(others.map((as) => decide(api, 'deployApprove', held.id, as)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(await view(api, held.id)).toMatchObject({ outcome: 'in_progress', approval: { state: 'approved' } })
      expect((await events(api)).filter((event) => event.kind === 'deploy_released')).toHaveLength(1)
    })

    test('that is refused, or not given in time, cancels the deploy', async () => {
      const clock = new FakeClock()
      const api = await withApp(kind, clock)
      await rule(api, 1, '20m')
      const bob = await person(api, 'bob')
      const { body: first } = await ask(api)
      expect((await decide(api, 'deployReject', first.id, bob, 'not today')).body).toMatchObject({
        ...{ outcome: 'canceled', approval: { state: 'rejected', votes: [{ comment: 'not today' }] } },
      })
      const { body: second } = await ask(api)
      await clock.advance(19 * minuteMs)
      expect((await view(api, second.id)).outcome).toBe('blocked')
      await inTime(clock, minuteMs, async () => (await view(api, second.id)).outcome).toBe('canceled')
      expect((await view(api, second.id)).approval?.state).toBe('expired')
      expect((await events(api)).map(({ title }) => title)).toEqual(
        expect.arrayContaining([
          'Deploy of web:1 cancelled: rejected by bob@example.com',
          'Deploy of web:1 cancelled: nobody approved it in time',
        ]),
      )
    })

    test('is needed where the app or its environment asks for it, and root alone decides that', async () => {
      const api = await withApp(kind)
      const bob = await person(api, 'bob')
      const { body: project } = await api.call('projectCreate', { body: { name: 'shop' } }, api.admin)
      const { body: production } = await api.call(
        'environmentCreate',
        { params: project, body: { name: 'production' } },
        api.admin,
      )
      const environment = { params: { id: production.id } }
      const set = (as: As, body = { required: 2 }) =>
        api.call('environmentApprovalRuleSet', { ...environment, body }, as)
      expect((await set(bob)).status).toBe(403)
      expect((await set(api.admin)).body).toMatchObject({ scope_name: 'shop / production', expires_after: '24h' })
      expect((await ask(api)).body.outcome).toBe('in_progress')
      const place = { project_id: project.id, environment_id: production.id }
      await api.call('appMoveToProject', { ...web, body: { project_id: place.project_id } }, api.admin)
      await api.call('appMoveToEnvironment', { ...web, body: { environment_id: place.environment_id } }, api.admin)
      expect((await ask(api)).body).toMatchObject({ outcome: 'blocked', approval: { required: 2 } })
      await rule(api, 3)
      expect((await ask(api)).body).toMatchObject({ outcome: 'blocked', approval: { required: 3 } })
      expect((await api.call('approvalRuleList', {}, bob)).body.map(({ scope }) => scope)).toEqual([
        'app',
        'environment',
      ])
      expect((await api.call('appApprovalRuleDelete', web, bob)).status).toBe(403)
      expect((await api.call('appApprovalRuleDelete', web, api.admin)).status).toBe(204)
      expect((await api.call('appApprovalRuleDelete', web, api.admin)).status).toBe(404)
      expect((await api.call('environmentApprovalRuleDelete', environment, api.admin)).status).toBe(204)
      expect((await ask(api)).body.outcome).toBe('in_progress')
    })

    test.each([
      [{ required: 0 }, /required/],
      [{ required: 11 }, /required/],
      [{ required: 1, expires_after: '30s' }, /^expires_after: "30s" is not from 1m to 30d/],
      [{ required: 1, expires_after: 'soon' }, /expires_after/],
    ])('rule %j is refused by its field', async (body, error) => {
      const api = await withApp(kind)
      expect(await api.call('appApprovalRuleSet', { ...web, body }, api.admin)).toMatchObject({
        ...{ status: 400, error: expect.stringMatching(error) },
      })
      expect((await api.call('approvalRuleList', {}, api.admin)).body).toEqual([])
    })

    test('can be given inside a freeze window, and counts when that ends', async () => {
      const api = await withApp(kind)
      await rule(api)
      const { body: window } = await freeze(api)
      const bob = await person(api, 'bob')
      const { body: held } = await ask(api)
      expect(held).toMatchObject({ hold: { code: 'freeze_window_hold' }, approval: { state: 'pending' } })
      expect((await decide(api, 'deployApprove', held.id, bob)).body).toMatchObject({
        ...{
          outcome: 'blocked',
          hold: { code: 'freeze_window_hold', expires_at: null },
          approval: { state: 'approved' },
        },
      })
      await api.call('freezeDelete', { params: { id: window.id } }, api.admin)
      await eventually(async () => (await view(api, held.id)).outcome).toBe('in_progress')
      await freeze(api)
      const { body: next } = await ask(api)
      const overridden = await api.call(
        'deployOverride',
        { params: { name: 'web', deployId: next.id }, body: { override_reason: 'the shop is down' } },
        api.admin,
      )
      expect(overridden.body).toMatchObject({ outcome: 'blocked', hold: { code: 'approval_pending' } })
      expect((await decide(api, 'deployApprove', next.id, bob)).body.outcome).toBe('in_progress')
    })
  })
})
