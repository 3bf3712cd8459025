// Where domains lead to, over the API.
import type { Handler } from '../../context.ts'
import { badRequest } from '../../errors.ts'
import { isoNow } from '../../lib/clock.ts'
import { findApp } from '../apps/app-view.ts'
import { parseDomain } from '../apps/domain.ts'
import { checkDns } from './check-dns.ts'
import { readIngressSettings } from './ingress-settings-view.ts'

/** Any domain, so that it can be looked at before it is given to the app. */
export const appDomainCheck: Handler<'appDomainCheck'> = async (ctx, { params, query, signal }) => {
  await findApp(ctx.db, params.name)
  const domain = parseDomain(query.domain)
  if (!domain.ok) throw badRequest(`domain: ${domain.reason}`)
  return checkDns(ctx, domain.value.host, signal)
}

export const ingressCheck: Handler<'ingressCheck'> = async (ctx, { signal }) => {
  const { primary_domain } = await readIngressSettings(ctx.db)
  if (primary_domain !== null) return checkDns(ctx, primary_domain, signal)
  return {
    domain: '',
    status: 'unconfigured',
    message: 'there is no primary domain: set primary_domain in the settings of the ingress',
    resolved: { a: [], aaaa: [], cname: [] },
    expected: [],
    records: [],
    checked_at: isoNow(ctx.clock),
  }
}
