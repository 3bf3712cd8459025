// Gets certificates for domains from a certificate authority, and renews them in time.
import { defineLoop } from '../../background/loop.ts'
import { writeAsLeader } from '../../background/write-as-leader.ts'
import type { Context } from '../../context.ts'
import { forgetCertificate } from '../certificates/keep-certificate.ts'
import { listSituations } from './acme-host-view.ts'
import { type AcmeAction, type HostSituation, planHost } from './acme-plan.ts'
import { deleteOrder } from './acme-store.ts'
import { orderCertificate } from './order-certificate.ts'

export const acmeLoop = defineLoop<Context, HostSituation | undefined, AcmeAction>({
  name: 'acme',
  what: 'get certificates for domains by ACME, and renew them',
  every: '30s',
  where: 'leader',
  atOnce: 2,
  timeout: '5m',
  // Only what is due: one look at all hosts costs less than a pass for each.
  keys: async (ctx) => {
    const now = ctx.clock.now()
    return (await listSituations(ctx)).filter((each) => planHost(each, now).length > 0).map(({ host }) => host)
  },
  observe: async (ctx, host) => (await listSituations(ctx)).find((each) => each.host === host),
  plan: (situation, now) => (situation ? planHost(situation, now) : []),
  act: (ctx, action, signal) =>
    action.kind === 'advance'
      ? orderCertificate(ctx, action.host, signal)
      : forget(ctx, action.host, action.keepsCertificate),
})

async function forget(ctx: Context, host: string, keepsCertificate: boolean): Promise<void> {
  await writeAsLeader(ctx, async (trx) => {
    await deleteOrder(trx, host)
    if (!keepsCertificate) await forgetCertificate(trx, 'acme', [host])
  })
  ctx.loops.wake('ingress', 'local')
}
