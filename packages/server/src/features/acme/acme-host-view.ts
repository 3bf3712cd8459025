// Which hosts should have certificates by ACME, and how far each is, read all together.
import type { Context } from '../../context.ts'
import { readServed } from '../ingress/ingress-view.ts'
import { isOn } from '../ingress/lead-traffic.ts'
import { hostsOfOwner } from '../ingress/tls-plan.ts'
import { listOrders } from './acme-order-view.ts'
import type { HostSituation } from './acme-plan.ts'

export async function listSituations(
  ctx: Pick<Context, 'db' | 'settings' | 'box' | 'clock'>,
): Promise<HostSituation[]> {
  const [{ served, certificates }, orders] = await Promise.all([readServed(ctx), listOrders(ctx.db)])
  const ofAcme = certificates.filter(({ owner }) => owner === 'acme')
  const wanted = new Set(isOn(ctx) ? hostsOfOwner(served, 'acme') : [])
  const hosts = new Set([...wanted, ...orders.map(({ host }) => host), ...ofAcme.flatMap(({ hosts }) => hosts)])
  return [...hosts].map((host) => ({
    host,
    isWanted: wanted.has(host),
    certificate: ofAcme.find(({ hosts: [first] }) => first === host),
    order: orders.find((order) => order.host === host),
  }))
}
