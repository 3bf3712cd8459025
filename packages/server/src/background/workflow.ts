// Workflows: fixed steps in order, kept in the store after each, so that a kill at any instruction resumes where it
// was. A step may run more than once and must not mind. When a step keeps failing, what was done is undone in
// reverse. Loops make a state so; workflows walk a path. There is no third form of background work.
import type { Workflow as WorkflowView } from '@levelrail/contract/schemas/system.ts'
import { type Clock, isoNow } from '../lib/clock.ts'
import { type Duration, durationMs } from '../lib/duration.ts'
import { failpoint } from '../lib/failpoint.ts'
import { newId } from '../lib/ids.ts'
import type { Db, Store, Trx } from '../store/store.ts'
import type { WorkflowRow } from '../store/tables.ts'
import type { Lease } from './lease.ts'
import { defineLoop, type Loop, Terminal } from './loop.ts'

export interface Step<Ctx, State> {
  name: string
  timeout: Duration
  run(ctx: Ctx, state: State, signal: AbortSignal): Promise<State>
  undo?(ctx: Ctx, state: State, signal: AbortSignal): Promise<void>
}

export interface Workflow<Ctx> {
  kind: string
  steps: Step<Ctx, unknown>[]
}

export interface WorkflowContext {
  db: Db
  clock: Clock
  store: Store
  lease: Lease
}

const triesPerStep = 3

/** The state is written to the store as JSON between steps: no secrets in it. */
export function defineWorkflow<Ctx, State>(kind: string, steps: Step<Ctx, State>[]): Workflow<Ctx> {
  return { kind, steps: steps as Step<Ctx, unknown>[] }
}

/** Records the work to do; commit, then wake the loop `workflows` with the id. */
export async function startWorkflow(trx: Trx, clock: Clock, kind: string, state: unknown): Promise<WorkflowRow> {
  const row: WorkflowRow = {
    id: newId('wfl', clock.now()),
    kind,
    status: 'running',
    done: 0,
    undoing: 0,
    attempts: 0,
    state: JSON.stringify(state),
    error: null,
    started_at: isoNow(clock),
    finished_at: null,
  }
  await trx.insertInto('workflows').values(row).execute()
  return row
}

export async function getWorkflow(db: Db, id: string): Promise<WorkflowRow | undefined> {
  return db.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirst()
}

export function viewWorkflow<Ctx>(row: WorkflowRow, workflows: Workflow<Ctx>[]): WorkflowView {
  const steps = workflows.find(({ kind }) => kind === row.kind)?.steps.map(({ name }) => name) ?? []
  return {
    id: row.id,
    kind: row.kind,
    status: row.status as WorkflowView['status'],
    step: row.status === 'running' ? (steps[row.done] ?? null) : null,
    steps,
    error: row.error,
    started_at: row.started_at,
    finished_at: row.finished_at,
  }
}

export async function forgetWorkflows(db: Db, finishedBefore: string): Promise<void> {
  await db.deleteFrom('workflows').where('status', '!=', 'running').where('finished_at', '<', finishedBefore).execute()
}

/** The loop that walks every unfinished workflow, at start and whenever woken. */
export function workflowLoop<Ctx extends WorkflowContext>(workflows: Workflow<Ctx>[]): Loop<Ctx> {
  return defineLoop<Ctx, WorkflowRow | undefined, WorkflowRow>({
    name: 'workflows',
    what: 'walk unfinished work step by step, and undo what cannot be finished',
    every: '60s',
    where: 'leader',
    atOnce: 4,
    timeout: '24h',
    keys: async ({ db }) =>
      (await db.selectFrom('workflows').select('id').where('status', '=', 'running').execute()).map(({ id }) => id),
    observe: ({ db }, id) => getWorkflow(db, id),
    plan: (row) => (row?.status === 'running' ? [row] : []),
    act: (ctx, row, signal) => walk(ctx, row, workflows, signal),
  })
}

async function walk<Ctx extends WorkflowContext>(
  ctx: Ctx,
  first: WorkflowRow,
  workflows: Workflow<Ctx>[],
  signal: AbortSignal,
): Promise<void> {
  const workflow = workflows.find(({ kind }) => kind === first.kind)
  if (!workflow) throw new Terminal(`this version knows no workflow ${first.kind}`)
  let row = first
  while (row.status === 'running') {
    signal.throwIfAborted()
    await ctx.lease.check()
    row = row.undoing ? await undoOne(ctx, row, workflow, signal) : await runOne(ctx, row, workflow, signal)
  }
}

async function runOne<Ctx extends WorkflowContext>(
  ctx: Ctx,
  row: WorkflowRow,
  { kind, steps }: Workflow<Ctx>,
  signal: AbortSignal,
): Promise<WorkflowRow> {
  const step = steps[row.done]
  if (!step) return save(ctx, row, { status: 'succeeded', finished_at: isoNow(ctx.clock) })
  await failpoint(`workflow.${kind}.${step.name}.before`)
  try {
    const state = await withDeadline(ctx.clock, step.timeout, signal, (limit) =>
      step.run(ctx, JSON.parse(row.state), limit),
    )
    await failpoint(`workflow.${kind}.${step.name}.ran`)
    return await save(ctx, row, { done: row.done + 1, attempts: 0, error: null, state: JSON.stringify(state ?? null) })
  } catch (error) {
    signal.throwIfAborted()
    return failed(ctx, row, step.name, error, { undoing: 1 })
  }
}

/** Undoes from the step that failed, which may have half happened, back to the first. */
async function undoOne<Ctx extends WorkflowContext>(
  ctx: Ctx,
  row: WorkflowRow,
  { kind, steps }: Workflow<Ctx>,
  signal: AbortSignal,
): Promise<WorkflowRow> {
  const step = steps[row.done]
  try {
    if (step?.undo) {
      const { name, undo } = step
      await failpoint(`workflow.${kind}.${name}.before-undo`)
      await withDeadline(ctx.clock, step.timeout, signal, (limit) => undo(ctx, JSON.parse(row.state), limit))
    }
    if (row.done === 0) return await save(ctx, row, { status: 'undone', finished_at: isoNow(ctx.clock) })
    return await save(ctx, row, { done: row.done - 1, attempts: 0 })
  } catch (error) {
    signal.throwIfAborted()
    return failed(ctx, row, `undoing ${step?.name ?? ''}`, error, { status: 'failed', finished_at: isoNow(ctx.clock) })
  }
}

async function failed<Ctx extends WorkflowContext>(
  ctx: Ctx,
  row: WorkflowRow,
  where: string,
  error: unknown,
  giveUp: Partial<WorkflowRow>,
): Promise<WorkflowRow> {
  const message = `${where}: ${error instanceof Error ? error.message : String(error)}`
  const attempts = row.attempts + 1
  if (attempts >= triesPerStep || error instanceof Terminal)
    return save(ctx, row, { attempts: 0, error: message, ...giveUp })
  await save(ctx, row, { attempts, error: message })
  throw error
}

async function save<Ctx extends WorkflowContext>(
  ctx: Ctx,
  row: WorkflowRow,
  changes: Partial<WorkflowRow>,
): Promise<WorkflowRow> {
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.lease.hold(trx)
    await trx.updateTable('workflows').set(changes).where('id', '=', row.id).execute()
  })
  await failpoint(`workflow.${row.kind}.saved`)
  return { ...row, ...changes }
}

async function withDeadline<T>(
  clock: Clock,
  timeout: Duration,
  signal: AbortSignal,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController()
  const cancel = clock.after(durationMs(timeout), () => deadline.abort(new Error(`took longer than ${timeout}`)))
  try {
    return await work(AbortSignal.any([signal, deadline.signal]))
  } finally {
    cancel()
  }
}
