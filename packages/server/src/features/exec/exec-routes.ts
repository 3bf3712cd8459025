// Into the containers of an app: one command, or a terminal. Needs `root`, and an app that allows it.
import { terminalCloses } from '@levelrail/contract/schemas/exec.ts'
import type { Handler } from '../../context.ts'
import { DriverError } from '../../drivers/container/container.ts'
import { badRequest, conflict, tooManyRequests, unavailable } from '../../errors.ts'
import type { Channel } from '../../http/channel.ts'
import { parseDuration } from '../../lib/duration.ts'
import { findApp } from '../apps/app-view.ts'
import { redactorFor } from '../logs/read-app-logs.ts'
import { commandLine } from './command-line.ts'
import { findReplica, requireExec } from './find-replica.ts'
import { serveTerminal } from './serve-terminal.ts'

const mostOutputBytes = 1024 * 1024
const longestMs = 600_000

export const appExec: Handler<'appExec'> = async (ctx, { params, body, transact, signal }) => {
  const timeoutMs = parseDuration(body.timeout ?? '30s') ?? 0
  if (timeoutMs < 1 || timeoutMs > longestMs) throw badRequest('timeout must be between 1ms and 10m')
  const app = await findApp(ctx.db, params.name)
  requireExec(app)
  const replica = await findReplica(ctx, app, body.replica, signal)
  const line = commandLine(body.command, await redactorFor(ctx, app, [replica]))
  // Before it runs: what was tried is known whatever becomes of it.
  await transact(`apps/${app.name}/exec: ${line}`, async () => {})
  const startedAt = ctx.clock.now()
  const wish = { command: body.command, maxOutputBytes: mostOutputBytes, timeoutMs, endsWithUs: true as const, signal }
  const result = await ctx.engine.exec(replica.id, wish).catch((error: unknown) => {
    if (!(error instanceof DriverError)) throw error
    throw error.kind === 'unreachable' ? unavailable(error.message) : conflict(error.message)
  })
  return {
    container: replica.container,
    replica: replica.replica,
    exit_code: result.exitCode,
    stdout: result.stdout,
    stderr: result.stderr,
    truncated: result.truncated,
    timed_out: result.timedOut === true,
    duration_ms: Math.max(0, ctx.clock.now().getTime() - startedAt.getTime()),
  }
}

export const appTerminal: Handler<'appTerminal'> = async (ctx, { params, query, actor, request, signal }) => {
  const app = await findApp(ctx.db, params.name)
  requireExec(app)
  const { terminals } = ctx
  const full = `all ${terminals.most} terminals are in use; close one, or raise APP_TERMINAL_MAX`
  if (terminals.taken >= terminals.most) throw tooManyRequests(full, 30)
  const replica = await findReplica(ctx, app, query.replica, signal)
  const plan = { app: app.name, containerId: replica.id, columns: query.columns ?? 80, rows: query.rows ?? 24 }
  const record = (action: string, detail: string) =>
    ctx.audit.record(ctx.db, {
      actor,
      action,
      resource: `apps/${app.name}/terminal: ${detail}`,
      status: 101,
      address: request.address,
      requestId: request.id,
    })
  return async (channel: Channel) => {
    const leave = terminals.take()
    if (!leave) return channel.close(terminalCloses.tooMany, full)
    const startedAt = ctx.clock.now().getTime()
    try {
      await record('appTerminal', `opened in ${replica.container}`)
      await serveTerminal(ctx, plan, channel)
    } finally {
      leave()
      const seconds = Math.round((ctx.clock.now().getTime() - startedAt) / 1000)
      await record('appTerminalEnd', `ended after ${seconds} s`)
    }
  }
}
