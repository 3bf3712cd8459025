// Domains of all apps. Spec 4.4.
import Type from 'typebox'
import { get } from '../route.ts'
import { Domain, DomainQuery } from '../schemas/domains.ts'

export const domainRoutes = {
  domainList: get('/domains', {
    ability: 'read',
    query: DomainQuery,
    result: Type.Array(Domain),
    keep: true,
    summary: 'Names under which apps are reached, and whether they are',
  }),
}
