// Whether the DNS records of domains lead here.
import { get } from '../route.ts'
import { DnsCheck, DnsCheckQuery } from '../schemas/dns-check.ts'

export const dnsRoutes = {
  appDomainCheck: get('/apps/{name}/domains/check', {
    ability: 'read',
    query: DnsCheckQuery,
    result: DnsCheck,
    summary: 'Where a domain leads to, where it should, and the records to make',
  }),
  ingressCheck: get('/settings/ingress/check', {
    ability: 'read',
    result: DnsCheck,
    summary: 'The same for the primary domain',
  }),
}
