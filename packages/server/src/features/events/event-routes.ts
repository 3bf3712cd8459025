// GET /apps/{name}/events. Spec 6.4.
import { appEventKinds } from '@levelrail/contract/schemas/events.ts'
import type { Handler } from '../../context.ts'
import { badRequest } from '../../errors.ts'
import { onePage, pageOf } from '../../http/paging.ts'
import { findApp } from '../apps/app-view.ts'
import { listEvents, viewEvent } from './event-store.ts'

export const appEventList: Handler<'appEventList'> = async ({ db }, { params, query, request, answer }) => {
  await findApp(db, params.name)
  const unknown = query.kind?.split(',').find((kind) => !appEventKinds.some((known) => known === kind))
  if (unknown !== undefined)
    throw badRequest(`query parameter kind: ${JSON.stringify(unknown)} is not one of ${appEventKinds.join(', ')}`)
  const page = pageOf(query)
  const rows = await listEvents(db, params.name, query, page)
  return onePage(rows, page, ({ at, id }) => ({ at, id }), request, answer).map(viewEvent)
}
