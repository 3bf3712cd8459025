// Stop, start and restart: what they change of an app, whoever asks. The loop does the rest. Spec 3.2.
import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { conflict } from '../../errors.ts'
import { isoNow } from '../../lib/clock.ts'
import type { Trx } from '../../store/store.ts'
import { type EventActor, recordEvent } from '../events/record-event.ts'
import type { StoredApp } from './app.ts'
import { runningEnvPlace, takeEnv } from './app-env.ts'
import { updateApp } from './app-store.ts'

type Needs = Pick<Context, 'clock' | 'box'>
export type DesiredChange = (trx: Trx, ctx: Needs, app: StoredApp, actor: EventActor) => Promise<StoredApp>

export const stopApp: DesiredChange = async (trx, ctx, { name, isSuspended }, actor) => {
  if (!isSuspended) await recordEvent(trx, ctx, { app: name, kind: 'stopped', title: 'App stopped', actor })
  return updateApp(trx, name, { suspended: 1, updated_at: isoNow(ctx.clock) })
}

export const startApp: DesiredChange = async (trx, ctx, { name, isSuspended }, actor) => {
  if (isSuspended) await recordEvent(trx, ctx, { app: name, kind: 'started', title: 'App started', actor })
  return updateApp(trx, name, { suspended: 0, updated_at: isoNow(ctx.clock) })
}

/** The same image with settings and variables as they are now. Rulings 1. */
export const restartApp: DesiredChange = async (trx, ctx, app, actor) => {
  const title = 'App restarted with the current settings and variables'
  await recordEvent(trx, ctx, { app: app.name, kind: 'restarted', title, actor })
  const nonce = newNonce()
  const changes = { restart_nonce: nonce, updated_at: isoNow(ctx.clock) }
  if (!app.running) return updateApp(trx, app.name, changes)
  const spec = { ...app.spec, image: app.running.spec.image }
  const { env, sealed, missing } = await takeEnv(trx, ctx, { ...app, spec }, runningEnvPlace(app.name))
  if (missing.length > 0)
    throw conflict(`required secrets have no value: ${missing.join(', ')}; set them, then restart`)
  return updateApp(trx, app.name, {
    ...changes,
    running: JSON.stringify({ ...app.running, spec, env, nonce }),
    running_env_sealed: sealed,
  })
}

export function newNonce(): string {
  return randomBytes(6).toString('hex')
}
