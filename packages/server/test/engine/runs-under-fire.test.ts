// The control plane is killed with -9 at every named place of a task and of a hook. After the next start each has run
// exactly once, has its real end, and leaves no container and no address behind.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import type { TaskRunDetail } from '@levelrail/contract/schemas/tasks.ts'
import { beforeAll, expect, test } from 'vitest'
import { engine, eventually, signal, testImage } from '../support/deploying.ts'
import { withMortalServer } from '../support/mortal-server.ts'

const mortal = withMortalServer()
const { ask, rows, dieAt, startAgain } = mortal
/** Says how often it ran before, on the volume that outlives its containers. */
const counting = ['/bin/sh', '-c', 'echo ran >> /data/ran; sleep 1; grep -c ran /data/ran']
let ran = 0

beforeAll(async () => {
  await ask('POST', '', { name: 'web', image: testImage, port: 8080, volumes: [{ name: 'data', path: '/data' }] })
  await ask('POST', '/web/scheduled-tasks', { name: 'job', schedule: '0 0 29 2 *', command: counting })
})

const latestDeploy = () => ask<Deploy>('GET', '/web/deploys/latest')
const latestRun = () => ask<TaskRunDetail>('GET', '/web/scheduled-tasks/job/runs/latest')

/** Nothing open, no container of a run, and no address that a run holds. */
async function nothingLeft(): Promise<void> {
  const mine = { 'levelrail.instance': mortal.instanceId(), 'levelrail.run-of': 'web' }
  await eventually(async () => (await engine.listContainers(mine, signal())).length).toBe(0)
  await eventually(() => rows('select id from runs where cleaned = 0')).toEqual([])
  expect(rows("select container from replicas where app like 'run:%'")).toEqual([])
}

const places = [
  'run.address-taken',
  'run.created',
  'run.start-noted',
  'run.started',
  'run.ended',
  'run.before-record-commit',
  'run.recorded',
  'run.removed',
]

test('the app is there', async () => {
  await eventually(async () => (await latestDeploy()).outcome).toBe('healthy')
})

test.each([...places, 'loop.runs.before-act:2', 'loop.runs.after-act:2'])(
  'a task, killed at %s, runs once and has its real end',
  async (place) => {
    await dieAt(place, () => ask('POST', '/web/scheduled-tasks/job/run'))
    await startAgain()
    await eventually(async () => (await latestRun()).status).toBe('ended')
    expect(await latestRun()).toMatchObject({ outcome: 'succeeded', exit_code: 0, output: String(++ran) })
    await nothingLeft()
  },
)

test('a task whose container ended while the control plane was dead has the end that it had', async () => {
  await dieAt('run.started', () => ask('POST', '/web/scheduled-tasks/job/run'))
  ran++
  const mine = { 'levelrail.instance': mortal.instanceId(), 'levelrail.run-of': 'web' }
  const [container] = await engine.listContainers(mine, signal())
  await engine.waitContainer(container?.id ?? '', signal())
  await startAgain()
  await eventually(async () => (await latestRun()).outcome).toBe('succeeded')
  await nothingLeft()
})

test.each(['task.before-claim-commit', 'task.claimed'])('a due time, killed at %s, is run once', async (place) => {
  await mortal.stop()
  const due = new Date(Date.now() - 5000).toISOString()
  const state = new DatabaseSync(join(mortal.dataDir, 'state.sqlite'))
  state.prepare('update tasks set next_due_at = ?').run(due)
  state.close()
  await mortal.dieAtStart(place)
  await startAgain()
  await eventually(() => rows(`select outcome from runs where due_at = '${due}'`)).toEqual([{ outcome: 'succeeded' }])
  expect((await latestRun()).output).toBe(String(++ran))
  await nothingLeft()
})

test.each(['deploy.hook-recorded', ...places])('a pre-deploy hook, killed at %s, runs once', async (place) => {
  await ask('PATCH', '/web', { hooks: { pre_deploy: { command: counting }, post_deploy: null } })
  await dieAt(place, () => ask('POST', '/web/deploys', {}))
  await startAgain()
  await eventually(async () => (await latestDeploy()).outcome).toBe('healthy')
  const deploy = await latestDeploy()
  expect(deploy.hooks).toMatchObject([{ kind: 'pre_deploy', outcome: 'succeeded' }])
  const lines = rows(`select text from deploy_log where deploy_id = '${deploy.id}' and text like 'pre-deploy hook: %'`)
  expect(lines).toEqual([{ text: `pre-deploy hook: ${++ran}` }])
  await nothingLeft()
})

test.each(['deploy.before-serve-commit', 'deploy.served', 'run.started', 'run.recorded'])(
  'a post-deploy hook, killed at %s, runs once and its deploy stays healthy',
  async (place) => {
    await ask('PATCH', '/web', { hooks: { pre_deploy: null, post_deploy: { command: counting } } })
    await dieAt(place, () => ask('POST', '/web/deploys', {}))
    await startAgain()
    await eventually(async () => (await latestDeploy()).hooks?.[0]?.outcome).toBe('succeeded')
    const deploy = await latestDeploy()
    expect(deploy.outcome).toBe('healthy')
    const lines = rows(
      `select text from deploy_log where deploy_id = '${deploy.id}' and text like 'post-deploy hook: %'`,
    )
    expect(lines).toEqual([{ text: `post-deploy hook: ${++ran}` }])
    await nothingLeft()
  },
)
