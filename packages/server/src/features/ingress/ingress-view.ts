// What the ingress is to serve, read from the store: apps, their domains, how these are served and by which certificates.
import type { Context } from '../../context.ts'
import { listAllApps } from '../apps/app-view.ts'
import { listDomainOptions } from '../apps/domain-view.ts'
import { listCertificates } from '../certificates/certificate-view.ts'
import { presentApps, wantedNames } from './ingress-plan.ts'
import { readIngressSettings } from './ingress-settings-view.ts'
import { type ServedDomains, serveDomains } from './tls-plan.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'box' | 'clock'>

export async function readServed(ctx: Needs) {
  const { db } = ctx
  const [apps, options, certificates, kept] = await Promise.all([
    listAllApps(db),
    listDomainOptions(db),
    listCertificates(db),
    readIngressSettings(db),
  ])
  const names = wantedNames(presentApps(apps))
  const platform = kept.primary_domain === null ? [] : [{ host: kept.primary_domain, path: '', isOwnName: true }]
  const served: ServedDomains = serveDomains([...platform, ...names], options, {
    isTlsOn: canTakeTls(ctx),
    isTerminatedUpstream: kept.tls_terminated_upstream,
    isAcmeEnabled: kept.acme_enabled,
    certificates,
    now: ctx.clock.now(),
  })
  return { apps, names, certificates, kept, served, publicPort: publicPort(ctx, kept) }
}

/** Without a master key there is no key of a certificate that could be opened. */
export function canTakeTls({ settings, box }: Pick<Context, 'settings' | 'box'>): boolean {
  return settings.APP_INGRESS_HTTPS_ADDR !== undefined && box !== undefined
}

/** The port in links to HTTPS: a proxy in front listens where everybody expects it, unless it is said otherwise. */
function publicPort(
  { settings }: Pick<Context, 'settings'>,
  kept: { public_https_port: number; tls_terminated_upstream: boolean },
): number {
  if (kept.public_https_port !== 0) return kept.public_https_port
  return kept.tls_terminated_upstream ? 443 : (settings.APP_INGRESS_HTTPS_ADDR?.port ?? 443)
}
