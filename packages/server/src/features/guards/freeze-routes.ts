// Freeze windows: made, changed and removed by people, and shown as a calendar. The loop lets go what they held.
import type { FreezeSpan, FreezeWindow } from '@levelrail/contract/schemas/guards.ts'
import type { Context, Handler } from '../../context.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import type { SignedIn } from '../../http/actor.ts'
import { isoNow } from '../../lib/clock.ts'
import { cronWords } from '../../lib/cron-words.ts'
import { newId } from '../../lib/ids.ts'
import type { Db, Trx } from '../../store/store.ts'
import { cronOf } from '../tasks/task.ts'
import { changedTiming, newTiming, refuseOverlap } from './check-freeze.ts'
import { checkScope, maySee, nameScopes, type Scope } from './check-scope.ts'
import {
  deleteFreezeWindow,
  findFreezeWindow,
  insertFreezeWindow,
  listAllFreezeWindows,
  timeColumns,
  updateFreezeWindow,
} from './freeze-store.ts'
import { activeSpan, nextSpan, type Span, type StoredFreezeWindow, spansBetween } from './freeze-window.ts'

const dayMs = 86_400_000
const defaultDays = 42
const mostDays = 100
const mostSpans = 300
/** Every deploy looks through them. */
const mostWindows = 200

export const freezeList: Handler<'freezeList'> = async (ctx, { actor }) =>
  showAll(
    ctx,
    (await listAllFreezeWindows(ctx.db)).filter((window) => maySee(actor, window)),
  )

export const freezeCreate: Handler<'freezeCreate'> = async (ctx, { body, actor, transact }) => {
  const { scope = 'all', scope_id: scopeId = '' } = body
  const now = isoNow(ctx.clock)
  const window: StoredFreezeWindow = {
    id: newId('frz', ctx.clock.now()),
    name: body.name.trim(),
    reason: body.reason ?? '',
    scope,
    scopeId,
    ...newTiming(body, ctx.clock.now()),
    createdBy: actor.user.email,
    createdAt: now,
    updatedAt: now,
  }
  await transact(`freeze-windows/${window.id}`, async (trx) => {
    await checkScope(trx, actor, window)
    const all = await listAllFreezeWindows(trx)
    if (all.length >= mostWindows)
      throw conflict(`there are ${mostWindows} freeze windows already: delete those that are over`)
    refuseOverlap(window, sameScope(all, window))
    await insertFreezeWindow(trx, window)
  })
  ctx.loops.wake('held-deploys', 'all')
  return show(ctx, window)
}

export const freezeView: Handler<'freezeView'> = async (ctx, { params, actor }) =>
  show(ctx, await findSeen(ctx.db, params.id, actor))

export const freezeUpdate: Handler<'freezeUpdate'> = async (ctx, { params, body, actor, transact }) => {
  const window = await transact(`freeze-windows/${params.id}`, async (trx) => {
    const before = await findSeen(trx, params.id, actor)
    await checkScope(trx, actor, before)
    const { times, timeZone } = changedTiming(before, body, ctx.clock.now())
    const { name = before.name, reason = before.reason } = body
    const after = { ...before, times, timeZone, name: name.trim(), reason, updatedAt: isoNow(ctx.clock) }
    refuseOverlap(after, sameScope(await listAllFreezeWindows(trx), before))
    await updateFreezeWindow(trx, after)
    return after
  })
  ctx.loops.wake('held-deploys', 'all')
  return show(ctx, window)
}

export const freezeDelete: Handler<'freezeDelete'> = async (ctx, { params, actor, transact }) => {
  await transact(`freeze-windows/${params.id}`, async (trx) => {
    const window = await findSeen(trx, params.id, actor)
    await checkScope(trx, actor, window)
    await deleteFreezeWindow(trx, window.id)
  })
  ctx.loops.wake('held-deploys', 'all')
}

export const freezeCalendar: Handler<'freezeCalendar'> = async (ctx, { query, actor }) => {
  const from = query.from === undefined ? ctx.clock.now().getTime() : Date.parse(query.from)
  const to = query.to === undefined ? from + defaultDays * dayMs : Date.parse(query.to)
  if (!(to > from)) throw badRequest('to: is not after from')
  if (to - from > mostDays * dayMs) throw badRequest(`to: is more than ${mostDays} days after from`)
  const windows = (await listAllFreezeWindows(ctx.db)).filter((window) => maySee(actor, window))
  return windows
    .flatMap((window) =>
      spansBetween(window, from, to, mostSpans).map((span) => ({
        window_id: window.id,
        name: window.name,
        scope: window.scope,
        scope_id: window.scopeId,
        ...viewSpan(span),
      })),
    )
    .sort((one, other) => (one.starts_at < other.starts_at ? -1 : 1))
}

async function findSeen(db: Db | Trx, id: string, actor: SignedIn): Promise<StoredFreezeWindow> {
  const window = await findFreezeWindow(db, id)
  if (!maySee(actor, window)) throw notFound('freeze window', id)
  return window
}

function sameScope(all: StoredFreezeWindow[], { id, scope, scopeId }: Scope & { id: string }): StoredFreezeWindow[] {
  return all.filter((other) => other.id !== id && other.scope === scope && other.scopeId === scopeId)
}

async function show(ctx: Pick<Context, 'db' | 'clock'>, window: StoredFreezeWindow): Promise<FreezeWindow> {
  const [shown] = await showAll(ctx, [window])
  if (!shown) throw new Error('one window in, one window out')
  return shown
}

async function showAll(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  windows: StoredFreezeWindow[],
): Promise<FreezeWindow[]> {
  const nameOf = await nameScopes(db, windows)
  const now = clock.now().getTime()
  return windows.map((window) => ({
    id: window.id,
    name: window.name,
    reason: window.reason,
    scope: window.scope,
    scope_id: window.scopeId,
    scope_name: nameOf(window),
    ...timeColumns(window.times),
    time_zone: window.timeZone,
    schedule_words:
      'schedule' in window.times ? `${cronWords(cronOf(window.times.schedule))} for ${window.times.duration}` : 'once',
    active: viewMaybe(activeSpan(window, now)),
    next: viewMaybe(nextSpan(window, now)),
    created_by: window.createdBy,
    created_at: window.createdAt,
    updated_at: window.updatedAt,
  }))
}

function viewMaybe(span: Span | undefined): FreezeSpan | null {
  return span ? viewSpan(span) : null
}

function viewSpan({ startsAt, endsAt }: Span): FreezeSpan {
  return { starts_at: new Date(startsAt).toISOString(), ends_at: new Date(endsAt).toISOString() }
}
