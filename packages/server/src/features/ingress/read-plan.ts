// What the proxy should do, read from the store and the settings.
import { networkInterfaces } from 'node:os'
import type { Context } from '../../context.ts'
import type { IngressPlan, Listen, TlsPlan } from '../../drivers/ingress/ingress.ts'
import { withoutHttps } from '../../drivers/ingress/without-https.ts'
import { Secret } from '../../lib/secret.ts'
import { listChallenges } from '../acme/acme-order-view.ts'
import { listAllReplicas } from '../apps/replica-view.ts'
import { keyPlace, type StoredCertificate } from '../certificates/certificate.ts'
import { listSealedKeys } from '../certificates/certificate-view.ts'
import { fallbackHost } from '../certificates/internal-plan.ts'
import { listCanaryWeights } from '../deploys/deploy-view.ts'
import { readIngressRules } from '../rules/rule-view.ts'
import { planIngress, withCanaries, withRules } from './ingress-plan.ts'
import { readServed } from './ingress-view.ts'
import { withPlatform } from './platform-plan.ts'
import { certificatesFor, planCertificate } from './tls-plan.ts'

export type PlanNeeds = Pick<Context, 'db' | 'settings' | 'box' | 'clock' | 'ingressProof'>

export interface ReadPlan {
  plan: IngressPlan
  /** Why it is less than the settings ask for. */
  faults: string[]
}

export async function readPlan(ctx: PlanNeeds): Promise<ReadPlan> {
  const { db, settings } = ctx
  const [read, replicas, challenges, rules, weights] = await Promise.all([
    readServed(ctx),
    listAllReplicas(db),
    listChallenges(db),
    readIngressRules(ctx),
    listCanaryWeights(db),
  ])
  const listen = settings.APP_INGRESS_HTTP_ADDR ? listenAt(settings.APP_INGRESS_HTTP_ADDR) : []
  const trustedProxies = settings.APP_INGRESS_TRUSTED_PROXIES
  const routed = planIngress({ listen, trustedProxies, challenges }, read.apps, replicas, read.served)
  const platform = { host: read.kept.primary_domain, listens: settings.APP_HTTP_ADDR, proof: ctx.ingressProof }
  const whole = withPlatform(withCanaries(withRules(routed, rules), weights), platform, read.served)
  const plan = { ...whole, publicHttpsPort: read.publicPort }
  const { tls, faults } = await readTls(ctx, read)
  if (tls) return { plan: { ...plan, tls }, faults }
  return { plan: read.kept.tls_terminated_upstream ? plan : withoutHttps(plan, () => false), faults }
}

async function readTls(
  { db, settings, box }: PlanNeeds,
  { served, certificates, kept }: Awaited<ReturnType<typeof readServed>>,
): Promise<{ tls: TlsPlan | undefined; faults: string[] }> {
  const without = (...faults: string[]) => ({ tls: undefined, faults })
  const address = settings.APP_INGRESS_HTTPS_ADDR
  if (!address || kept.tls_terminated_upstream) return without()
  if (!box) return without('there is no TLS without a master key: set APP_MASTER_KEY_FILE')
  const last = certificates.find(({ owner, hosts }) => owner === 'internal' && hosts.includes(fallbackHost))
  if (!last) return without()
  const keys = await listSealedKeys(db)
  const open = ({ id, chain_pem }: StoredCertificate) => {
    const key = box.open(keyPlace(id), keys.get(id) ?? '').reveal()
    // The key first, or the proxy would read all of the chain to find it.
    return new Secret(`${key.trimEnd()}\n${chain_pem}`)
  }
  const fallback = planCertificate(last, [fallbackHost], open)
  try {
    fallback.open()
  } catch (error) {
    return without(`there is no TLS: ${error instanceof Error ? error.message : String(error)}`)
  }
  return {
    tls: { listen: listenAt(address), fallback, certificates: certificatesFor(served, open) },
    faults: [],
  }
}

/** Every interface is two addresses, where the machine knows both families. */
function listenAt({ host, port }: Listen): Listen[] {
  if (host !== '::') return [{ host, port }]
  const hasIpv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ family }) => family === 'IPv6'))
  return [{ host: '0.0.0.0', port }, ...(hasIpv6 ? [{ host: '::', port }] : [])]
}
