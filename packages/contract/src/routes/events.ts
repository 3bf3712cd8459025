// What happened to an app. Spec 6.4.
import Type from 'typebox'
import { get } from '../route.ts'
import * as events from '../schemas/events.ts'

export const eventRoutes = {
  appEventList: get('/apps/{name}/events', {
    ability: 'read',
    query: events.AppEventQuery,
    result: Type.Array(events.AppEvent),
    summary: 'What happened to an app, newest first; filter by kind and time',
  }),
}
