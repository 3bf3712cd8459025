// Which hosts should have certificates by ACME, and how far each is, read all together.
import type { Context } from '../../context.ts'
import { listCertificates } from '../certificates/certificate-view.ts'
import { readIngressSettings } from '../ingress/ingress-settings-view.ts'
import { isOn } from '../ingress/lead-traffic.ts'
import { acmeHosts, isAcmeOn } from './acme-host.ts'
import { listOrders } from './acme-order-view.ts'
import type { HostSituation } from './acme-plan.ts'

export async function listSituations(ctx: Pick<Context, 'db' | 'settings'>): Promise<HostSituation[]> {
  const [settings, orders, certificates] = await Promise.all([
    readIngressSettings(ctx.db),
    listOrders(ctx.db),
    listCertificates(ctx.db),
  ])
  const ofAcme = certificates.filter(({ owner }) => owner === 'acme')
  const isActive = isOn(ctx) && isAcmeOn(settings)
  const domains = isActive ? await ctx.db.selectFrom('app_domains').select(['domain', 'tls']).execute() : []
  const wanted = new Set(isActive ? acmeHosts(settings.primary_domain, domains) : [])
  const hosts = new Set([...wanted, ...orders.map(({ host }) => host), ...ofAcme.flatMap(({ hosts }) => hosts)])
  return [...hosts].map((host) => ({
    host,
    isWanted: wanted.has(host),
    certificate: ofAcme.find(({ hosts: [first] }) => first === host),
    order: orders.find((order) => order.host === host),
  }))
}
