// Scheduled tasks of an app: what runs when, run it now, and how it went.
import type { Context, Handler } from '../../context.ts'
import { conflict } from '../../errors.ts'
import { onePage, pageOf } from '../../http/paging.ts'
import { isoNow } from '../../lib/clock.ts'
import { cronWords } from '../../lib/cron-words.ts'
import { newId } from '../../lib/ids.ts'
import { findApp } from '../apps/app-view.ts'
import { endRun } from '../runs/end-run.ts'
import { viewRun, viewRunDetail } from '../runs/run.ts'
import { findTaskRun, listTaskRuns } from '../runs/run-view.ts'
import { startTaskRun } from './start-task-run.ts'
import {
  changedTaskFields,
  checkTimeZone,
  cronOf,
  firstDue,
  newTaskFields,
  type StoredTask,
  taskRow,
  viewTask,
} from './task.ts'
import { nextDueTimes } from './task-schedule.ts'
import { deleteTask, findTask, insertTask, lastRuns, listTasks, listUnendedRuns, updateTask } from './task-store.ts'

const previewed = 5

export const taskList: Handler<'taskList'> = async (ctx, { params }) => {
  const app = await findApp(ctx.db, params.name)
  const [tasks, runs] = await Promise.all([listTasks(ctx.db, app.name), lastRuns(ctx.db, app.name)])
  return tasks.map((task) => viewTask(task, app, runs.get(task.id), ctx.clock.now()))
}

export const taskCreate: Handler<'taskCreate'> = async (ctx, { params, body, transact }) => {
  const fields = newTaskFields(body)
  const now = isoNow(ctx.clock)
  const task = await transact(`apps/${params.name}/tasks/${body.name}`, async (trx) => {
    const app = await findApp(trx, params.name)
    const id = newId('tsk', ctx.clock.now())
    const row = taskRow({ ...fields, id, app: app.name, name: body.name }, firstDue(fields, ctx.clock.now()), now)
    return insertTask(trx, row)
  })
  ctx.loops.wake('tasks', 'all')
  return show(ctx, task)
}

export const taskView: Handler<'taskView'> = async (ctx, { params }) => {
  const app = await findApp(ctx.db, params.name)
  return show(ctx, await findTask(ctx.db, app.name, params.task))
}

export const taskUpdate: Handler<'taskUpdate'> = async (ctx, { params, body, transact }) => {
  const task = await transact(`apps/${params.name}/tasks/${params.task}`, async (trx) => {
    const app = await findApp(trx, params.name)
    const found = await findTask(trx, app.name, params.task)
    const fields = changedTaskFields(found, body)
    await updateTask(trx, found.id, fields, firstDue(fields, ctx.clock.now()), isoNow(ctx.clock))
    return findTask(trx, app.name, params.task)
  })
  ctx.loops.wake('tasks', 'all')
  return show(ctx, task)
}

export const taskDelete: Handler<'taskDelete'> = async (ctx, { params, transact }) => {
  const open = await transact(`apps/${params.name}/tasks/${params.task}`, async (trx) => {
    const app = await findApp(trx, params.name)
    const task = await findTask(trx, app.name, params.task)
    const runs = await listUnendedRuns(trx, task.id)
    for (const { id } of runs) await endRun(trx, id, 'canceled', 'the task was removed')
    await deleteTask(trx, task.id)
    return runs
  })
  for (const { id } of open) ctx.loops.wake('runs', id)
}

export const taskRun: Handler<'taskRun'> = async (ctx, { params, actor, transact }) => {
  const { run, wake } = await transact(`apps/${params.name}/tasks/${params.task}/run`, async (trx) => {
    const app = await findApp(trx, params.name)
    const task = await findTask(trx, app.name, params.task)
    if (app.isSuspended) throw conflict(`app ${JSON.stringify(app.name)} is stopped: start it before you run its tasks`)
    if (!app.running) throw conflict(`app ${JSON.stringify(app.name)} was never deployed: there is no image to run`)
    const started = await startTaskRun(trx, ctx, task, { trigger: 'manual', by: actor.user.email, dueAt: null })
    if (started.run.outcome === 'skipped')
      throw conflict(`task ${JSON.stringify(task.name)} was not run: ${started.run.reason}; wait for it or cancel it`)
    return started
  })
  for (const id of wake) ctx.loops.wake('runs', id)
  return viewRun(run)
}

export const taskRunList: Handler<'taskRunList'> = async ({ db }, { params, query, request, answer }) => {
  const app = await findApp(db, params.name)
  const task = await findTask(db, app.name, params.task)
  const page = pageOf(query)
  const rows = await listTaskRuns(db, task.id, page)
  return onePage(rows, page, ({ createdAt, id }) => ({ at: createdAt, id }), request, answer).map(viewRun)
}

export const taskRunView: Handler<'taskRunView'> = async ({ db }, { params }) => {
  const app = await findApp(db, params.name)
  const task = await findTask(db, app.name, params.task)
  return viewRunDetail(await findTaskRun(db, task.id, params.runId))
}

export const taskRunCancel: Handler<'taskRunCancel'> = async (ctx, { params, actor, transact }) => {
  const run = await transact(`apps/${params.name}/tasks/${params.task}/runs/${params.runId}`, async (trx) => {
    const app = await findApp(trx, params.name)
    const task = await findTask(trx, app.name, params.task)
    const found = await findTaskRun(trx, task.id, params.runId)
    if (found.status === 'ended') throw conflict(`run ${JSON.stringify(found.id)} is over: it ${found.outcome}`)
    await endRun(trx, found.id, 'canceled', `cancelled by ${actor.user.email}`)
    return findTaskRun(trx, task.id, found.id)
  })
  ctx.loops.wake('runs', run.id)
  return viewRun(run)
}

export const schedulePreview: Handler<'schedulePreview'> = async ({ clock }, { query }) => {
  const zone = query.time_zone ?? 'UTC'
  const cron = cronOf(query.schedule)
  checkTimeZone(zone)
  return { words: cronWords(cron), next_runs: nextDueTimes(cron, zone, clock.now(), previewed) }
}

async function show(ctx: Pick<Context, 'db' | 'clock'>, task: StoredTask) {
  const app = await findApp(ctx.db, task.app)
  const [last] = await listTaskRuns(ctx.db, task.id, { limit: 1, before: undefined })
  return viewTask(task, app, last, ctx.clock.now())
}
