// Copies what a hook writes into the log of its deploy, as it comes. How far it got is kept with it in one transaction,
// so that a kill neither repeats nor skips a line.
import type { Context } from '../../context.ts'
import { redact } from '../../lib/redact.ts'
import { logDeploy } from '../deploys/deploy-log.ts'
import { hookWords, type StoredRun } from './run.ts'
import { getRun, updateOpenRun } from './run-store.ts'

const mostLines = 2000

export async function logHookLines(
  ctx: Context,
  { id: runId }: StoredRun,
  containerId: string,
  secrets: string[],
  signal: AbortSignal,
): Promise<void> {
  const run = await getRun(ctx.db, runId)
  if (!run || run.deployId === null || run.loggedLines > mostLines) return
  const lines: string[] = []
  let seen = 0
  for await (const { line } of ctx.engine.logs(containerId, {}, signal)) {
    if (seen++ < run.loggedLines) continue
    lines.push(line)
    if (run.loggedLines + lines.length > mostLines) break
  }
  if (lines.length === 0) return
  const { deployId } = run
  const isFull = run.loggedLines + lines.length > mostLines
  const shown = redact((isFull ? lines.slice(0, -1) : lines).join('\n'), secrets).split('\n')
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.lease.hold(trx)
    if (!(await updateOpenRun(trx, run.id, { logged_lines: run.loggedLines + lines.length }))) return
    for (const line of shown) await logDeploy(trx, ctx.clock, deployId, `${hookWords(run.kind)}: ${line}`)
    if (isFull)
      await logDeploy(trx, ctx.clock, deployId, `${hookWords(run.kind)}: … further lines are not shown here …`)
  })
}
