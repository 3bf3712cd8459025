// Ends a run: keeps what it wrote, and writes its outcome together with everything that tells of it.
import type { Context } from '../../context.ts'
import { DriverError } from '../../drivers/container/container.ts'
import { isoNow } from '../../lib/clock.ts'
import { failpoint } from '../../lib/failpoint.ts'
import { redact } from '../../lib/redact.ts'
import type { Trx } from '../../store/store.ts'
import { noteHook } from '../deploys/note-hook.ts'
import { recordEvent } from '../events/record-event.ts'
import { logHookLines } from './hook-log.ts'
import { hookWords, type StoredRun } from './run.ts'
import { type KeptOutput, OutputKeeper } from './run-output.ts'
import type { RunAction } from './run-plan.ts'
import { listWaitingRunIds, updateOpenRun } from './run-store.ts'

type Finish = Extract<RunAction, { kind: 'finish' }>

export async function finishRun(
  ctx: Context,
  run: StoredRun,
  action: Finish,
  secrets: string[],
  signal: AbortSignal,
): Promise<void> {
  const output =
    action.id === null ? { text: '', isTruncated: false } : await readOutput(ctx, action.id, secrets, signal)
  if (run.kind !== 'task' && action.id !== null) await logHookLines(ctx, run, action.id, secrets, signal)
  await failpoint('run.ended')
  const reason = action.reason === '' ? run.reason : action.reason
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.lease.hold(trx)
    const finishedAt = isoNow(ctx.clock)
    const isMine = await updateOpenRun(trx, run.id, {
      status: 'ended',
      outcome: action.outcome,
      reason,
      exit_code: action.exitCode,
      output: output.text,
      output_truncated: output.isTruncated ? 1 : 0,
      finished_at: finishedAt,
    })
    if (isMine) await tell(trx, ctx, run, { ...action, reason }, finishedAt)
    await failpoint('run.before-record-commit')
  })
  await failpoint('run.recorded')
  ctx.log.info({ app: run.app, run: run.id, kind: run.kind, outcome: action.outcome }, 'run ended')
  for (const id of await listWaitingRunIds(ctx.db, run.app)) ctx.loops.wake('runs', id)
  if (run.kind !== 'task') ctx.loops.wake('apps', run.app)
}

async function tell(trx: Trx, ctx: Context, run: StoredRun, { outcome, exitCode, reason }: Finish, finishedAt: string) {
  if (run.kind !== 'task' && run.deployId !== null)
    await noteHook(trx, ctx, run.deployId, {
      kind: run.kind,
      outcome,
      exit_code: exitCode,
      reason,
      started_at: run.startedAt,
      finished_at: finishedAt,
    })
  if (outcome === 'succeeded' || outcome === 'canceled') return
  const what = run.kind === 'task' ? `Task ${run.task}` : `The ${hookWords(run.kind)}`
  await recordEvent(trx, ctx, {
    app: run.app,
    kind: run.kind === 'task' ? 'task_failed' : 'hook_failed',
    title: `${what} ${outcome.replace('_', ' ')}${reason === '' ? '' : `: ${reason}`}`,
    detail: {
      outcome,
      exit_code: exitCode,
      run_id: run.id,
      ...(run.kind === 'task' ? { task: run.task } : { hook: run.kind }),
    },
    deployId: run.deployId,
  })
}

/** A container that somebody removed meanwhile has no output any more; its end is still to be told. */
async function readOutput(ctx: Context, id: string, secrets: string[], signal: AbortSignal): Promise<KeptOutput> {
  const keeper = new OutputKeeper(ctx.settings.APP_RUN_OUTPUT_BYTES)
  try {
    for await (const { line } of ctx.engine.logs(id, {}, signal)) keeper.add(line)
  } catch (error) {
    if (!(error instanceof DriverError && error.kind === 'not-found')) throw error
  }
  return keeper.kept((text) => redact(text, secrets))
}
