// SQL of the event log: reads. It is written by `record-event.ts` alone.
import type { AppEvent, AppEventQuery } from '@levelrail/contract/schemas/events.ts'
import type { Page } from '../../http/paging.ts'
import type { Db } from '../../store/store.ts'
import type { AppEventRow } from '../../store/tables.ts'

export async function listEvents(
  db: Db,
  app: string,
  { kind, from, to }: AppEventQuery,
  { limit, before }: Page,
): Promise<AppEventRow[]> {
  let rows = db.selectFrom('app_events').selectAll().where('app', '=', app)
  if (kind) rows = rows.where('kind', 'in', kind.split(','))
  if (from) rows = rows.where('at', '>=', new Date(from).toISOString())
  if (to) rows = rows.where('at', '<', new Date(to).toISOString())
  if (before) {
    rows = rows.where((row) =>
      row.or([row('at', '<', before.at), row.and([row('at', '=', before.at), row('id', '<', before.id)])]),
    )
  }
  return rows
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export function viewEvent(row: AppEventRow): AppEvent {
  return {
    ...row,
    kind: row.kind as AppEvent['kind'],
    actor_kind: row.actor_kind as AppEvent['actor_kind'],
    detail: JSON.parse(row.detail),
  }
}
