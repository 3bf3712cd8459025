// The one place where the event log of an app is written: in the transaction of what it tells, so that neither exists
// without the other. An event has names and numbers, never the value of a variable or secret.
import type { AppEventKind } from '@levelrail/contract/schemas/events.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/actor.ts'
import { newId } from '../../lib/ids.ts'
import type { Trx } from '../../store/store.ts'

export interface EventActor {
  kind: 'session' | 'token' | 'system'
  /** E-mail address or token name; empty for the platform itself. */
  name: string
}

export interface NewEvent {
  app: string
  kind: AppEventKind
  title: string
  detail?: Record<string, unknown>
  actor?: EventActor
  deployId?: string | null
}

const platform: EventActor = { kind: 'system', name: '' }
const longestTitle = 300

export async function recordEvent(trx: Trx, { clock }: Pick<Context, 'clock'>, event: NewEvent): Promise<void> {
  const now = await nextMoment(trx, event.app, clock.now())
  const { kind, name } = event.actor ?? platform
  await trx
    .insertInto('app_events')
    .values({
      id: newId('evt', now),
      app: event.app,
      at: now.toISOString(),
      kind: event.kind,
      title: event.title.slice(0, longestTitle),
      detail: JSON.stringify(event.detail ?? {}),
      actor_kind: kind,
      actor: name,
      deploy_id: event.deployId ?? null,
    })
    .execute()
}

/** Later than every event of the app so far, so that those of one transaction keep their order. */
async function nextMoment(trx: Trx, app: string, now: Date): Promise<Date> {
  const { last } = await trx
    .selectFrom('app_events')
    .select(({ fn }) => fn.max('at').as('last'))
    .where('app', '=', app)
    .executeTakeFirstOrThrow()
  return last === null ? now : new Date(Math.max(now.getTime(), Date.parse(last) + 1))
}

export function eventActor(actor: Actor): EventActor {
  if (actor.kind === 'session') return { kind: 'session', name: actor.user.email }
  if (actor.kind === 'token') return { kind: 'token', name: actor.tokenName }
  return platform
}
