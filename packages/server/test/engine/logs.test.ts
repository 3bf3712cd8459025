// The live tail of an app on the real engine: across a deploy and lost connections, and without a trace when it is over.
import type { LogEntry } from '@levelrail/contract/schemas/logs.ts'
import { expect, test } from 'vitest'
import {
  createApp,
  dockerHost,
  eventually,
  type SignedApi,
  settled,
  startDeploying,
  viewDeploy,
} from '../support/deploying.ts'
import { engineProxy } from '../support/engine-proxy.ts'
import { type EventTap, openEvents } from '../support/event-reader.ts'

const counting = 'n=0; while :; do n=$((n+1)); echo "line $n"; sleep 0.05; done & exec test-app'

async function startCounting(env: Record<string, string> = {}): Promise<SignedApi> {
  const api = await startDeploying({ APP_DEPLOY_READY_TIMEOUT: '60s', ...env })
  await createApp(api, { command: ['sh', '-c', counting] })
  expect((await settled(api)).outcome).toBe('healthy')
  return api
}

const tail = (api: SignedApi, headers: Record<string, string> = {}) =>
  openEvents(`${api.url}/api/v1/apps/web/logs/stream?tail=1000`, {
    cookie: `session_token=${api.admin.session}`,
    ...headers,
  })

const linesOf = ({ events }: EventTap) =>
  events.filter(({ event }) => event === 'line').map(({ data }) => data as LogEntry)

async function hangUp(tap: EventTap): Promise<string> {
  tap.hangUp()
  await eventually(() => tap.isOver).toBe(true)
  return tap.events.findLast(({ id }) => id !== undefined)?.id ?? ''
}

test('a tail goes on across a deploy and lost connections, and no line is lost or told twice', async () => {
  const api = await startCounting()
  const first = await tail(api)
  await eventually(() => linesOf(first).length).toBeGreaterThan(20)
  const second = await tail(api, { 'last-event-id': await hangUp(first) })
  await second.until('line')
  const { deploy_id: before } = linesOf(first)[0] as LogEntry
  await api.call('deployCreate', { params: { name: 'web' }, body: {} }, api.admin)
  await eventually(async () => (await viewDeploy(api)).id).not.toBe(before)
  expect((await settled(api)).outcome).toBe('healthy')
  const { id: after } = await viewDeploy(api)
  await second.until('line', ({ deploy_id, message }: LogEntry) => deploy_id === before && / stopped$/.test(message))
  await second.until('line', ({ deploy_id, message }: LogEntry) => deploy_id === after && message === 'line 20')
  await eventually(() => second.events.findLast(({ event }) => event === 'replicas')?.data).toEqual([
    expect.objectContaining({ deploy_id: after }),
  ])
  const newer = second.events.length
  await eventually(() => second.events.length).toBeGreaterThan(newer)
  const place = await hangUp(second)
  // What has gone is not carried along: the place stays short however many deploys a tail has seen.
  expect(place).not.toContain(',')
  const third = await tail(api, { 'last-event-id': place })
  await eventually(() => linesOf(third).length).toBeGreaterThan(20)
  const all = [first, second, third].flatMap(linesOf)
  for (const deploy of [before, after]) {
    const counted = all.filter(({ deploy_id, message }) => deploy_id === deploy && message.startsWith('line '))
    expect(counted.map(({ message }) => message)).toEqual(counted.map((_, index) => `line ${index + 1}`))
  }
  expect(new Set(all.map(({ deploy_id }) => deploy_id))).toEqual(new Set([before, after]))
})

test('whoever hangs up leaves no connection to the engine', async () => {
  const proxy = await engineProxy(dockerHost.replace('unix://', ''))
  const api = await startCounting({ APP_DOCKER_HOST: proxy.host })
  const taps = await Promise.all([tail(api), tail(api), tail(api)])
  for (const tap of taps) await tap.until('line')
  await eventually(() => proxy.asking('follow=true')).toBe(3)
  for (const tap of taps) tap.hangUp()
  await eventually(() => proxy.asking('follow=true')).toBe(0)
  await eventually(() => api.ctx.logStreams.taken).toBe(0)
})
