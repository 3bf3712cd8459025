// A shell in a container, for one person over one socket. It ends with the shell, the container, the connection, the
// right to it, or when nobody types; and with it ends everything that was started in it.
import { once } from 'node:events'
import { type TerminalNotice, type TerminalRequest, terminalCloses } from '@levelrail/contract/schemas/exec.ts'
import type { Context } from '../../context.ts'
import type { Terminal } from '../../drivers/container/container.ts'
import type { Channel } from '../../http/channel.ts'
import { pause } from '../../lib/clock.ts'
import { getApp } from '../apps/app-view.ts'
import { isExecEnabled } from './find-replica.ts'

export interface TerminalPlan {
  app: string
  containerId: string
  columns: number
  rows: number
}

/** The best shell that the image has. */
const shell = ['sh', '-c', 'if command -v bash >/dev/null 2>&1; then exec bash; else exec sh; fi']
const lookEveryMs = 2000

export async function serveTerminal(ctx: Context, plan: TerminalPlan, channel: Channel): Promise<void> {
  const { columns, rows } = plan
  const terminal = await ctx.engine
    .openTerminal(plan.containerId, { command: shell, columns, rows, signal: channel.signal })
    .catch(() => undefined)
  if (!terminal) return channel.close(terminalCloses.engineFailed, 'the container did not give a terminal; try again')
  let typedAt = ctx.clock.now().getTime()
  const onTyped = () => {
    typedAt = ctx.clock.now().getTime()
    channel.isUsed()
  }
  const reading = readTyped(terminal, channel, onTyped)
  const watching = watch(ctx, plan.app, channel, () => typedAt)
  await show(terminal, channel)
  terminal.stream.destroy()
  await Promise.all([reading, watching])
}

/** One piece at a time: whoever reads slowly slows the program, not us. */
async function show(terminal: Terminal, channel: Channel): Promise<void> {
  try {
    for await (const bytes of terminal.stream) {
      await channel.send(bytes)
      if (channel.signal.aborted) return
    }
    const notice: TerminalNotice = { type: 'exit', code: await terminal.exitCode() }
    await channel.send(JSON.stringify(notice))
    channel.close(1000, `the shell ended with ${notice.code}`)
  } catch {
    // Cut off: by the other side, or because the engine or the container went away.
    channel.close(terminalCloses.engineFailed, 'the connection to the container broke off')
  }
}

async function readTyped(terminal: Terminal, channel: Channel, onTyped: () => void): Promise<void> {
  for await (const message of channel.messages) {
    if (message.kind === 'bytes') {
      onTyped()
      if (!terminal.stream.writable) return
      if (!terminal.stream.write(message.bytes))
        await Promise.race([once(terminal.stream, 'drain'), once(terminal.stream, 'close')]).catch(() => {})
      continue
    }
    const size = readResize(message.text)
    if (!size)
      return channel.close(terminalCloses.badMessage, 'a text message must be {"type":"resize","columns":80,"rows":24}')
    await terminal.resize(size.columns, size.rows).catch(() => {})
  }
}

function readResize(text: string): TerminalRequest | undefined {
  try {
    const { type, columns, rows } = Object(JSON.parse(text))
    const isSize = [columns, rows].every((value) => Number.isInteger(value) && value >= 1 && value <= 1000)
    return type === 'resize' && isSize ? { type, columns, rows } : undefined
  } catch {
    return undefined
  }
}

/** What the gate does not know: whether the app still lets people in, and whether anybody is there. */
async function watch(ctx: Context, name: string, channel: Channel, typedAt: () => number): Promise<void> {
  const idleMs = ctx.settings.APP_TERMINAL_IDLE_TIMEOUT
  while (!channel.signal.aborted) {
    await pause(ctx.clock, Math.min(lookEveryMs, idleMs), channel.signal).catch(() => {})
    if (channel.signal.aborted) return
    const app = await getApp(ctx.db, name).catch(() => undefined)
    if (!app || app.isDeleting || !isExecEnabled(app))
      return channel.close(terminalCloses.notAllowed, `terminals are no longer enabled for app ${name}`)
    if (ctx.clock.now().getTime() - typedAt() >= idleMs)
      return channel.close(terminalCloses.idle, 'nothing was typed for a long time')
  }
}
