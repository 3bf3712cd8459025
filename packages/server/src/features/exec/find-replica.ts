// Which container a command or a terminal is for, and whether the app lets anybody in at all.
import type { Context } from '../../context.ts'
import { conflict, forbidden } from '../../errors.ts'
import type { StoredApp } from '../apps/app.ts'
import { askEngine } from '../apps/ask-engine.ts'
import type { LogSource } from '../logs/log-entry.ts'
import { listSources } from '../logs/read-app-logs.ts'

export function isExecEnabled({ spec }: StoredApp): boolean {
  return spec.exec_enabled
}

export function requireExec(app: StoredApp): void {
  if (isExecEnabled(app)) return
  throw forbidden(
    `commands and terminals are not enabled for app ${JSON.stringify(app.name)}: someone with root sets exec_enabled to true on the app, in its settings or with PATCH /api/v1/apps/${app.name}`,
  )
}

/** A running replica of what serves, before any other; the wanted number, or the lowest. */
export async function findReplica(
  ctx: Context,
  app: StoredApp,
  wanted: number | undefined,
  signal: AbortSignal,
): Promise<LogSource> {
  const all = await askEngine(ctx, signal, (_, limit) => listSources(ctx, app.name, limit))
  const running = all
    .filter(({ state, replica }) => state === 'running' && (wanted ?? replica) === replica)
    .sort((a, b) => rank(app, a) - rank(app, b) || a.replica - b.replica)
  const [first] = running
  if (first) return first
  const which = wanted === undefined ? 'no replica' : `no replica ${wanted}`
  throw conflict(
    `${which} of app ${JSON.stringify(app.name)} is running; start it, or see why: levelrail apps diagnose ${app.name}`,
  )
}

function rank(app: StoredApp, { deployId }: LogSource): number {
  return deployId === app.currentDeployId ? 0 : 1
}
