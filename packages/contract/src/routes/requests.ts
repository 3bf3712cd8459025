// Request metrics of an app. Spec 4.4.
import { get } from '../route.ts'
import { RequestMetrics, RequestQuery } from '../schemas/requests.ts'

export const requestRoutes = {
  appRequestView: get('/apps/{name}/requests', {
    ability: 'read',
    query: RequestQuery,
    result: RequestMetrics,
    summary: 'Requests of an app by time and route, as the ingress measured them; the last hour by default',
  }),
}
