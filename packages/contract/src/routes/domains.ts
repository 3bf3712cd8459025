// Domains of all apps. Spec 4.4.
import Type from 'typebox'
import { get, put } from '../route.ts'
import { AppDomain, AppDomainList, Domain, DomainQuery } from '../schemas/domains.ts'

export const domainRoutes = {
  domainList: get('/domains', {
    ability: 'read',
    query: DomainQuery,
    result: Type.Array(Domain),
    summary: 'Names under which apps are reached, and whether they are',
  }),
  appDomainList: get('/apps/{name}/domains', {
    ability: 'read',
    result: Type.Array(AppDomain),
    keep: true,
    summary: 'Domains of the app, and how each is served',
  }),
  appDomainSet: put('/apps/{name}/domains', {
    ability: 'write',
    body: AppDomainList,
    result: Type.Array(AppDomain),
    summary: 'Make these the domains of the app, served so, at once',
  }),
}
