// Scheduled tasks over the API, without an engine: records, refusals, what a schedule means.
import type { TaskCreate } from '@levelrail/contract/schemas/tasks.ts'
import { describe, expect, test } from 'vitest'
import { type Api, type As, startWithAdmin } from '../support/api.ts'
import { storeKinds } from '../support/stores.ts'

type Signed = Api & { admin: As }
const web = { params: { name: 'web' } }
const backup = { params: { name: 'web', task: 'backup' } }
const fields = { name: 'backup', schedule: '0 3 * * *', command: ['backup', '--all'] }

const create = (api: Signed, body: Partial<TaskCreate> = {}) =>
  api.call('taskCreate', { ...web, body: { ...fields, ...body } }, api.admin)

async function withApp(kind: 'sqlite' | 'postgres'): Promise<Signed> {
  const api = await startWithAdmin(kind)
  await api.call('appCreate', { body: { name: 'web', deploy: false } }, api.admin)
  return api
}

const refused: [Partial<TaskCreate>, RegExp][] = [
  [{ schedule: '61 * * * *' }, /^schedule: .*minute "61"/],
  [{ schedule: '0 3 * *' }, /^schedule: .*has 4 fields/],
  [{ schedule: '0 0 31 2 *' }, /^schedule: .*never comes/],
  [{ time_zone: 'Mars/Olympus' }, /^time_zone: "Mars\/Olympus" is not a time zone/],
  [{ timeout: '500ms' }, /^timeout: "500ms" is not from 1s to 24h/],
  [{ timeout: '25h' }, /^timeout/],
  [{ name: 'Nightly' }, /name/],
  [{ command: [] }, /command/],
]

describe.each(storeKinds)('on %s', (kind) => {
  test('a task is made, read, changed, listed and removed', async () => {
    const api = await withApp(kind)
    const made = await create(api)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      ...fields,
      app: 'web',
      time_zone: 'UTC',
      overlap: 'skip',
      timeout: '1h',
      enabled: true,
      schedule_words: 'every day at 03:00',
      idle_reason: 'the app was never deployed',
      next_runs: [],
      last_run: null,
    })
    expect((await create(api)).status).toBe(409)
    const changed = await api.call(
      'taskUpdate',
      { ...backup, body: { schedule: '*/10 * * * *', time_zone: 'Europe/Berlin', enabled: false } },
      api.admin,
    )
    expect(changed.body).toMatchObject({ command: fields.command, schedule_words: 'every 10 minutes', enabled: false })
    expect(changed.body.idle_reason).toBe('the task is turned off')
    await create(api, { name: 'archive' })
    const { body: list } = await api.call('taskList', web, api.admin)
    expect(list.map(({ name }) => name)).toEqual(['archive', 'backup'])
    expect((await api.call('taskRunList', backup, api.admin)).body).toEqual([])
    const run = await api.call('taskRun', backup, api.admin)
    expect([run.status, run.error]).toEqual([409, expect.stringContaining('never deployed')])
    expect((await api.call('taskDelete', backup, api.admin)).status).toBe(204)
    expect((await api.call('taskView', backup, api.admin)).status).toBe(404)
  })

  test('what cannot be right is refused by name, and nothing is written', async () => {
    const api = await withApp(kind)
    for (const [body, message] of refused) {
      const answer = await create(api, body)
      expect([body, answer.status, answer.error]).toEqual([body, 400, expect.stringMatching(message)])
    }
    expect((await api.call('taskList', web, api.admin)).body).toEqual([])
  })

  test('a schedule is said in words, with its next runs', async () => {
    const api = await startWithAdmin(kind)
    const query = { schedule: '0 9 * * 1-5', time_zone: 'Europe/Berlin' }
    const { body } = await api.call('schedulePreview', { query }, api.admin)
    expect(body.words).toBe('every weekday at 09:00')
    expect(body.next_runs).toHaveLength(5)
    const wrong = await api.call('schedulePreview', { query: { schedule: 'often' } }, api.admin)
    expect([wrong.status, wrong.error]).toEqual([400, expect.stringContaining('has 1 fields')])
  })

  test('old runs go, open ones stay, and only so many of one task are kept', async () => {
    const api = await withApp(kind)
    const { body: task } = await create(api)
    const { startRun } = await import('../../src/features/runs/start-run.ts')
    const { forgetRuns } = await import('../../src/features/runs/forget-runs.ts')
    const { db } = api.ctx
    const add = (minute: number, state: 'waits' | { outcome: 'skipped'; reason: string }) =>
      db.transaction().execute((trx) =>
        startRun(
          trx,
          { clock: { ...api.ctx.clock, now: () => new Date(Date.UTC(2020, 0, 1, 0, minute)) } },
          {
            app: 'web',
            kind: 'task',
            taskId: task.id,
            task: task.name,
            deployId: null,
            command: ['x'],
            timeoutMs: 1000,
            trigger: 'manual',
            by: '',
            dueAt: null,
            state,
          },
        ),
      )
    const told = { outcome: 'skipped' as const, reason: '' }
    const open = await add(0, 'waits')
    for (let minute = 1; minute <= 5; minute++) await add(minute, told)
    const left = async () =>
      (await db.selectFrom('runs').select(['id', 'created_at']).orderBy('created_at').execute()).map(
        ({ id, created_at }) => (id === open.id ? 'open' : new Date(created_at).getUTCMinutes()),
      )
    await forgetRuns(db, null, 3)
    expect(await left()).toEqual(['open', 3, 4, 5])
    await forgetRuns(db, '2020-01-01T00:05:00.000Z', 3)
    expect(await left()).toEqual(['open', 5])
  })
})
