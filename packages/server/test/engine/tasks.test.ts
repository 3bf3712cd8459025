// Scheduled tasks on the real engine: a container of its own for each run, with what the app runs, followed to its end.
import type { TaskCreate } from '@levelrail/contract/schemas/tasks.ts'
import { expect, test } from 'vitest'
import {
  containersOf,
  createApp,
  engine,
  eventually,
  type SignedApi,
  settled,
  signal,
  startDeploying,
} from '../support/deploying.ts'

const never = '0 0 29 2 *'
const shell = (script: string) => ['/bin/sh', '-c', script]
const job = { params: { name: 'web', task: 'job' } }

async function appWithTask(body: Partial<TaskCreate>, app: Parameters<typeof createApp>[1] = {}, env = {}) {
  const api = await startDeploying(env)
  await createApp(api, app)
  expect((await settled(api)).outcome).toBe('healthy')
  const made = await api.call(
    'taskCreate',
    { params: { name: 'web' }, body: { name: 'job', schedule: never, command: shell('true'), ...body } },
    api.admin,
  )
  expect(made.status).toBe(201)
  return api
}

async function runNow(api: SignedApi): Promise<string> {
  const answer = await api.call('taskRun', job, api.admin)
  expect([answer.status, answer.error]).toEqual([202, ''])
  return answer.body.id
}

const viewRun = async (api: SignedApi, runId: string) =>
  (await api.call('taskRunView', { params: { ...job.params, runId } }, api.admin)).body

async function ended(api: SignedApi, runId: string) {
  await eventually(async () => (await viewRun(api, runId)).status).toBe('ended')
  return viewRun(api, runId)
}

const runContainers = (api: SignedApi) =>
  engine.listContainers({ 'levelrail.instance': api.ctx.instanceId, 'levelrail.run-of': 'web' }, signal())

async function isRunning(api: SignedApi, runId: string): Promise<void> {
  await eventually(async () =>
    (await runContainers(api)).filter(({ labels }) => labels['levelrail.run'] === runId).map(({ state }) => state),
  ).toEqual(['running'])
}

test('a run has the image, variables, secrets and volumes of the app, is no replica, and leaves nothing behind', async () => {
  const api = await appWithTask(
    {
      command: shell('echo "$GREETING"; echo "token $API_TOKEN"; cat /data/note; echo done > /data/note'),
    },
    { env: { GREETING: 'hello' }, volumes: [{ name: 'data', path: '/data' }] },
  )
  await api.call(
    'appSecretSet',
    { params: { name: 'web', key: 'API_TOKEN' }, body: { value: 'very-secret-value' } },
    api.admin,
  )
  await api.call('deployCreate', { params: { name: 'web' }, body: {} }, api.admin)
  const deploy = await settled(api)
  const run = await ended(api, await runNow(api))
  expect(run).toMatchObject({
    outcome: 'succeeded',
    exit_code: 0,
    trigger: 'manual',
    by: 'ann@example.com',
    deploy_id: deploy.id,
    output_truncated: false,
  })
  expect(run.output).toContain('hello\ntoken (secret)')
  expect((await ended(api, await runNow(api))).output).toContain('done')
  await eventually(() => runContainers(api)).toEqual([])
  expect(await containersOf(api)).toHaveLength(1)
  const rows = await api.ctx.db.selectFrom('replicas').select('app').execute()
  expect(rows).toEqual([{ app: 'web' }])
})

test('a run that fails says how, keeps the first and last of what it wrote, and is told in the event log', async () => {
  const api = await appWithTask(
    { command: shell('i=0; while [ $i -lt 5000 ]; do echo "line $i"; i=$((i+1)); done; exit 3') },
    {},
    { APP_RUN_OUTPUT_BYTES: '2000' },
  )
  const run = await ended(api, await runNow(api))
  expect(run).toMatchObject({
    outcome: 'failed',
    exit_code: 3,
    reason: 'it exited with code 3',
    output_truncated: true,
  })
  expect(run.output).toMatch(/^line 0\n/)
  expect(run.output).toMatch(/lines left out/)
  expect(run.output).toMatch(/line 4999$/)
  expect(run.output.length).toBeLessThan(2100)
  const { body: events } = await api.call('appEventList', { params: { name: 'web' } }, api.admin)
  expect(events[0]).toMatchObject({ kind: 'task_failed', detail: { task: 'job', exit_code: 3 } })
})

test('what cannot be started, takes too long or is cancelled is said to', async () => {
  const api = await appWithTask({ command: ['/no/such/program'] })
  const missing = await ended(api, await runNow(api))
  expect(missing).toMatchObject({ outcome: 'failed' })
  expect(`${missing.reason} ${missing.output}`).toMatch(/no such file|not found|exited with code 127/i)
  const set = (body: object) => api.call('taskUpdate', { ...job, body }, api.admin)
  await set({ command: shell('echo begun; sleep 600'), timeout: '2s' })
  const late = await ended(api, await runNow(api))
  expect(late).toMatchObject({ outcome: 'timed_out', reason: 'it took longer than 2s and was stopped' })
  expect(late.output).toContain('begun')
  await set({ timeout: '1h' })
  const runId = await runNow(api)
  await isRunning(api, runId)
  const again = await api.call('taskRun', job, api.admin)
  expect([again.status, again.error]).toEqual([409, expect.stringContaining('had not ended')])
  await api.call('taskRunCancel', { params: { ...job.params, runId } }, api.admin)
  expect(await ended(api, runId)).toMatchObject({ outcome: 'canceled', reason: 'cancelled by ann@example.com' })
  expect((await api.call('taskRunCancel', { params: { ...job.params, runId } }, api.admin)).status).toBe(409)
})

test('queue lets one wait, and replace ends what runs', async () => {
  const api = await appWithTask({ command: shell('sleep 600'), overlap: 'queue' })
  const first = await runNow(api)
  await isRunning(api, first)
  const second = await runNow(api)
  expect(await viewRun(api, second)).toMatchObject({ status: 'waiting', outcome: null })
  const third = await api.call('taskRun', job, api.admin)
  expect([third.status, third.error]).toEqual([409, expect.stringContaining('waiting already')])
  await api.call('taskRunCancel', { params: { ...job.params, runId: first } }, api.admin)
  await isRunning(api, second)
  await api.call('taskUpdate', { ...job, body: { overlap: 'replace', command: shell('true') } }, api.admin)
  const fourth = await runNow(api)
  expect(await ended(api, second)).toMatchObject({ outcome: 'canceled', reason: 'a newer run took its place' })
  expect(await ended(api, fourth)).toMatchObject({ outcome: 'succeeded' })
})

test('a container that somebody removes makes the run lost, and it is not run again', async () => {
  const api = await appWithTask({ command: shell('sleep 600') })
  const runId = await runNow(api)
  await isRunning(api, runId)
  for (const { id } of await runContainers(api)) await engine.removeContainer(id, signal())
  expect(await ended(api, runId)).toMatchObject({ outcome: 'lost' })
  expect(await runContainers(api)).toEqual([])
})

test('a removed app or task takes what runs with it', async () => {
  const api = await appWithTask({ command: shell('sleep 600') })
  await isRunning(api, await runNow(api))
  expect((await api.call('taskDelete', job, api.admin)).status).toBe(204)
  await eventually(() => runContainers(api)).toEqual([])
  await api.call(
    'taskCreate',
    { params: { name: 'web' }, body: { name: 'job', schedule: never, command: shell('sleep 600') } },
    api.admin,
  )
  await isRunning(api, await runNow(api))
  await api.call('appDelete', { params: { name: 'web' } }, api.admin)
  await eventually(() => runContainers(api)).toEqual([])
  await eventually(() => containersOf(api)).toEqual([])
  await eventually(() => api.ctx.db.selectFrom('apps').select('name').execute()).toEqual([])
  expect(await api.ctx.db.selectFrom('replicas').select('app').execute()).toEqual([])
})

test('the schedule runs it when it is due', async () => {
  const api = await appWithTask({ command: shell('echo by the clock'), schedule: '* * * * *' })
  const due = new Date(Date.now() - 1000).toISOString()
  await api.ctx.db.updateTable('tasks').set({ next_due_at: due }).execute()
  api.ctx.loops.wake('tasks', 'all')
  await eventually(async () => (await api.call('taskRunList', job, api.admin)).body.length).toBeGreaterThan(0)
  const { body: runs } = await api.call('taskRunList', job, api.admin)
  expect(runs.at(-1)).toMatchObject({ trigger: 'schedule', by: '', due_at: due })
  expect(await ended(api, runs.at(-1)?.id ?? '')).toMatchObject({ outcome: 'succeeded', output: 'by the clock' })
})

test('due times that nobody was there for: one run in the window, otherwise told as missed; none while stopped', async () => {
  const api = await appWithTask({ schedule: '0 * * * *' })
  const dueAgo = async (ms: number) => {
    const due = new Date(Math.floor((Date.now() - ms) / 3_600_000) * 3_600_000).toISOString()
    await api.ctx.db.updateTable('tasks').set({ next_due_at: due }).execute()
    api.ctx.loops.wake('tasks', 'all')
    await eventually(async () =>
      Date.parse((await api.ctx.db.selectFrom('tasks').select('next_due_at').executeTakeFirst())?.next_due_at ?? ''),
    ).toBeGreaterThan(Date.now())
    return due
  }
  const list = async () => (await api.call('taskRunList', job, api.admin)).body
  await api.call('appStop', { params: { name: 'web' } }, api.admin)
  const { body: stopped } = await api.call('taskView', job, api.admin)
  expect(stopped).toMatchObject({ idle_reason: 'the app is stopped', next_runs: [] })
  await dueAgo(26 * 3_600_000)
  expect(await list()).toEqual([])
  expect((await api.call('taskRun', job, api.admin)).status).toBe(409)
  await api.call('appStart', { params: { name: 'web' } }, api.admin)
  expect((await api.call('taskView', job, api.admin)).body.next_runs).toHaveLength(3)
  const due = await dueAgo(26 * 3_600_000)
  const missed = (await list()).find(({ outcome }) => outcome === 'missed')
  expect(missed).toMatchObject({
    status: 'ended',
    due_at: due,
    reason: expect.stringMatching(/^due while no control plane/),
  })
  const others = (await list()).filter(({ outcome }) => outcome !== 'missed')
  // Only just after a full hour the last of them is still in the window.
  expect(others.length).toBeLessThanOrEqual(1)
})
