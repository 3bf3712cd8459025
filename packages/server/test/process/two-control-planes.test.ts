// Two control planes on one PostgreSQL: both serve, one runs the loops, the other takes over, nothing happens twice.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SystemStatus } from '@levelrail/contract/schemas/system.ts'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { adminEnv, type Credential, send, signIn, succeed } from '../support/admin-api.ts'
import { serverForTest } from '../support/for-test.ts'
import type { RunningServer } from '../support/server.ts'
import { postgresForTests, storeKinds } from '../support/stores.ts'

const entry = join(import.meta.dirname, '../support/counting-control-plane.ts')
const failpoints = join(import.meta.dirname, '../support/failpoints.ts')
const leaseMs = 6000
const takeoverMs = 10_000

interface Pair {
  leader: RunningServer
  other: RunningServer
  session: Credential
  acts(): Promise<Act[]>
  nodeOf(server: RunningServer): Promise<string>
}

interface Act {
  tick: number
  node_id: string
  at: Date
}

describe.runIf(storeKinds.includes('postgres'))('two control planes', () => {
  test('both serve the API: what one writes the other reads', async () => {
    const { leader, other, session } = await startPair()
    for (const [writing, reading] of [
      [leader, other],
      [other, leader],
    ] as const) {
      const token = { name: `made at ${writing.port}`, abilities: ['read'] }
      const { body } = await succeed<{ id: string }>(writing.url, session, 'POST', '/api/v1/auth/tokens', token)
      const { body: found } = await succeed<{ id: string }[]>(reading.url, session, 'GET', '/api/v1/auth/tokens')
      expect(found.map(({ id }) => id)).toContain(body.id)
      await succeed(reading.url, session, 'DELETE', `/api/v1/auth/tokens/${body.id}`)
      const { body: left } = await succeed<{ id: string; revoked_at: string | null }[]>(
        writing.url,
        session,
        'GET',
        '/api/v1/auth/tokens',
      )
      expect(left.find(({ id }) => id === body.id)?.revoked_at).not.toBeNull()
    }
  })

  test('work asked of one is done by the one that runs the loops, at once', async () => {
    const { leader, other, session } = await startPair()
    await rotateThrough(other, session)
    expect((await status(leader, session)).runs_loops).toBe(true)
    expect((await status(other, session)).runs_loops).toBe(false)
  })

  test('when the leader is killed, the other acts within 10 s, and no act happens twice', async () => {
    const { leader, other, acts, nodeOf } = await startPair()
    const otherNode = await nodeOf(other)
    await untilActs(acts, 5)
    leader.kill('SIGKILL')
    const killedAt = Date.now()
    await untilActedBy(acts, otherNode)
    expect(Date.now() - killedAt).toBeLessThan(takeoverMs)
    await expectOnceEach(acts)
  })

  test('when the leader is paused and resumed, it does nothing more, and no act happens twice', async () => {
    const { leader, other, session, acts, nodeOf } = await startPair()
    const [leaderNode, otherNode] = [await nodeOf(leader), await nodeOf(other)]
    await untilActs(acts, 5)
    // Half-way through the next acts: they have looked, and have not written yet.
    await sleep(250)
    leader.kill('SIGSTOP')
    onTestFinished(() => leader.kill('SIGCONT'))
    const pausedAt = Date.now()
    await untilActedBy(acts, otherNode)
    expect(Date.now() - pausedAt).toBeLessThan(takeoverMs)
    const before = (await acts()).filter(({ node_id }) => node_id === leaderNode).length
    leader.kill('SIGCONT')
    await vi.waitFor(async () => expect((await status(leader, session)).runs_loops).toBe(false), { timeout: 60_000 })
    await sleep(2000)
    expect((await acts()).filter(({ node_id }) => node_id === leaderNode)).toHaveLength(before)
    expect((await status(leader, session)).lease_holder).toContain(otherNode)
    expect((await status(other, session)).runs_loops).toBe(true)
    await expectOnceEach(acts)
  })

  test('when the leader is stopped, the other need not wait for the lease to expire', async () => {
    const { leader, other, acts, nodeOf } = await startPair()
    const otherNode = await nodeOf(other)
    await untilActs(acts, 5)
    await leader.stop()
    const stoppedAt = Date.now()
    await untilActedBy(acts, otherNode)
    expect(Date.now() - stoppedAt).toBeLessThan(leaseMs)
    expect(await leader.ended).toBe(0)
    await expectOnceEach(acts)
  })

  test('a leader paused in the middle of a transaction does not keep the lease', async () => {
    const { leader, other, session, acts, nodeOf } = await startPair({ COUNTING_HOLD_MS: '400' })
    const otherNode = await nodeOf(other)
    await untilActs(acts, 2)
    leader.kill('SIGSTOP')
    onTestFinished(() => leader.kill('SIGCONT'))
    const pausedAt = Date.now()
    await untilActedBy(acts, otherNode)
    expect(Date.now() - pausedAt).toBeLessThan(takeoverMs)
    leader.kill('SIGCONT')
    await vi.waitFor(async () => expect((await status(leader, session)).runs_loops).toBe(false), { timeout: 60_000 })
    await expectOnceEach(acts)
  })

  test('when PostgreSQL restarts, both say that they are not ready, and recover', async () => {
    const { leader, other, session, acts } = await startPair()
    await untilActs(acts, 3)
    await (await postgresForTests()).restart(async () => {
      for (const { url } of [leader, other]) {
        await untilReadiness(url, 503)
        expect((await fetch(`${url}/healthz`)).status).toBe(200)
      }
    })
    for (const { url } of [leader, other]) await untilReadiness(url, 200)
    await untilActs(acts, (await acts()).length + 3)
    const roles = await Promise.all([leader, other].map(async (server) => (await status(server, session)).runs_loops))
    expect(roles.toSorted()).toEqual([false, true])
    // Wakes are heard again too.
    await rotateThrough(roles[0] ? other : leader, session)
    await expectOnceEach(acts)
  })

  test('a restart of PostgreSQL in the middle of a transaction fails that request alone', async () => {
    const { leader, session } = await startPair({ LEVELRAIL_WAITPOINT: 'http.before-commit:2000' })
    const token = { name: 'in the balance', abilities: ['read'] }
    const underWay = send(leader.url, session, 'POST', '/api/v1/auth/tokens', token).catch(() => undefined)
    await sleep(500)
    await (await postgresForTests()).restart(() => untilReadiness(leader.url, 503))
    expect((await underWay)?.status).toBeGreaterThanOrEqual(500)
    await untilReadiness(leader.url, 200)
    const { body } = await succeed<{ name: string }[]>(leader.url, session, 'GET', '/api/v1/auth/tokens')
    expect(body).toEqual([])
  })
})

/** The first to start runs the loops; ticks come in until the test ends. */
async function startPair(more: Record<string, string> = {}): Promise<Pair> {
  const url = await (await postgresForTests()).newDatabase()
  const database = new pg.Pool({ connectionString: url, max: 2 })
  database.on('error', () => {})
  onTestFinished(() => database.end())
  await database.query('create table ticks (number bigint generated always as identity)')
  await database.query('create table acts (tick bigint, node_id text, at timestamptz default clock_timestamp())')
  const ticking = setInterval(() => void database.query('insert into ticks default values').catch(() => {}), 100)
  onTestFinished(() => clearInterval(ticking))

  const env = { ...adminEnv, APP_DATABASE_URL: url, ...more }
  const options = { entry, env, imports: [failpoints] }
  const leader = await serverForTest(options)
  const other = await serverForTest(options)
  const session = await signIn(leader.url)
  expect((await status(leader, session)).runs_loops).toBe(true)
  return {
    leader,
    other,
    session,
    acts: async () => (await database.query('select tick::int, node_id, at from acts order by at')).rows,
    nodeOf: async (server) => (await status(server, session)).node_id,
  }
}

/** The period would find the work after a minute: in less, it was the wake that arrived. */
async function rotateThrough({ url }: RunningServer, session: Credential): Promise<void> {
  const { body } = await succeed<{ id: string }>(url, session, 'POST', '/api/v1/system/signing-keys/rotate')
  await vi.waitFor(
    async () => {
      const path = `/api/v1/system/workflows/${body.id}`
      expect((await succeed<{ status: string }>(url, session, 'GET', path)).body.status).toBe('succeeded')
    },
    { timeout: 60_000, interval: 100 },
  )
}

async function status({ url }: RunningServer, session: Credential): Promise<SystemStatus> {
  return (await succeed<SystemStatus>(url, session, 'GET', '/api/v1/system/status')).body
}

async function untilReadiness(url: string, code: number): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(code), { timeout: 60_000 })
}

async function untilActs(acts: Pair['acts'], count: number): Promise<void> {
  await vi.waitFor(async () => expect((await acts()).length).toBeGreaterThanOrEqual(count), { timeout: 60_000 })
}

async function untilActedBy(acts: Pair['acts'], node: string): Promise<void> {
  await vi.waitFor(async () => expect((await acts()).map(({ node_id }) => node_id)).toContain(node), {
    timeout: 60_000,
    interval: 50,
  })
}

async function expectOnceEach(acts: Pair['acts']): Promise<void> {
  const ticks = (await acts()).map(({ tick }) => tick)
  expect(ticks.toSorted((a, b) => a - b)).toEqual([...new Set(ticks)].toSorted((a, b) => a - b))
}
