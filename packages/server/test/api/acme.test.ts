// When certificates are ordered, renewed and tried again, on both databases: with an authority, a name server and a proxy
// that do what the test wishes, at its time. The real ones are in `test/engine/acme.test.ts`.
import { describe, expect, test } from 'vitest'
import { AcmeError } from '../../src/drivers/acme/acme.ts'
import type { Dns } from '../../src/drivers/dns/dns.ts'
import type { Ingress, IngressPlan } from '../../src/drivers/ingress/ingress.ts'
import { getOrder } from '../../src/features/acme/acme-order-view.ts'
import { listCertificates } from '../../src/features/certificates/certificate-view.ts'
import { startWithAdmin } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { FakeAuthority } from '../support/fake-authority.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { onlyLoops } from '../support/only-loops.ts'
import { storeKinds } from '../support/stores.ts'

const host = 'shop.example'
const ours = '198.51.100.7'
const minuteMs = 60_000

interface Zone {
  leadsTo: string
}

async function startWorld(
  kind: 'sqlite' | 'postgres',
  prepare: (world: { authority: FakeAuthority; zone: Zone }) => void = () => {},
) {
  const clock = new FakeClock()
  const authority = new FakeAuthority(host, () => clock.now())
  const zone: Zone = { leadsTo: ours }
  prepare({ authority, zone })
  const dns: Dns = { lookUp: async () => ({ a: [zone.leadsTo], aaaa: [], cname: [], problem: undefined }) }
  const plans: IngressPlan[] = []
  const ingress: Ingress = {
    converge: async (plan) => {
      plans.push(await plan())
      return []
    },
    countSessions: async () => 0,
    readCounters: async () => [],
    releaseWorkers: async () => {},
    reload: async () => {},
    remove: async () => {},
    close: () => {},
  }
  const env = { APP_INGRESS_HTTP_ADDR: '127.0.0.1:1', APP_INGRESS_HTTPS_ADDR: '127.0.0.1:2', APP_LEASE_TTL: '9d' }
  const overrides = { clock, dns, acme: authority, ingress, loops: onlyLoops('acme') }
  const api = await startWithAdmin(kind, env, overrides)
  const settings = { acme_enabled: true, acme_email: 'ann@example.com', public_addresses: [ours] }
  expect((await api.call('ingressSettingsSet', { body: settings }, api.admin)).status).toBe(200)
  await api.call('appCreate', { body: { name: 'web', domains: [host] } }, api.admin)
  const certificate = async () => (await listCertificates(api.ctx.db)).find(({ owner }) => owner === 'acme')
  const order = () => getOrder(api.ctx.db, host)
  /** Lets a little time pass until it is so: the loop gets to run in between. */
  const soon = <T>(look: () => Promise<T>) =>
    eventually(async () => {
      await clock.advance(1000)
      return look()
    })
  return { api, clock, authority, plans, certificate, order, soon }
}

describe.each(storeKinds)('on %s', (kind) => {
  test('a certificate is ordered once, its challenge is answered meanwhile, and it is renewed when it is due', async () => {
    const { clock, authority, plans, certificate, order, soon } = await startWorld(kind)
    await soon(async () => (await certificate())?.fingerprint ?? null).not.toBe(null)
    const first = await certificate()
    expect(plans.flatMap(({ challenges }) => challenges)).toContainEqual({ token: 'token-1', answer: 'token-1.x' })
    await soon(async () => plans.at(-1)?.challenges).toEqual([])
    expect(await order()).toMatchObject({ order_url: null, key_sealed: null, token: null, message: null })

    // Two thirds of its 9 minutes are 6.
    await clock.advance(5.5 * minuteMs)
    expect(authority.orders).toBe(1)
    await clock.advance(minuteMs)
    await soon(async () => (await certificate())?.fingerprint).not.toBe(first?.fingerprint)
    expect([authority.orders, authority.registered.length]).toEqual([2, 1])
    expect((await certificate())?.id).toBe(first?.id)
  })

  test('a refusal is told and waited after, as long as the authority wishes; what is there serves on', async () => {
    const { clock, authority, certificate, order, soon } = await startWorld(kind)
    await soon(async () => (await certificate())?.fingerprint ?? null).not.toBe(null)
    const first = await certificate()
    authority.refusal = new AcmeError('refused', 'slow down (rateLimited)', 10 * minuteMs)
    await clock.advance(6.5 * minuteMs)
    await soon(async () => (await order())?.failures).toBe(1)
    const left = Date.parse((await order())?.next_attempt_at ?? '') - clock.now().getTime()
    expect(left).toBeGreaterThan(8 * minuteMs)
    expect(await certificate()).toMatchObject({ error: 'slow down (rateLimited)', fingerprint: first?.fingerprint })
    authority.refusal = undefined
    await clock.advance(10 * minuteMs)
    await soon(async () => (await certificate())?.fingerprint).not.toBe(first?.fingerprint)
    expect(await order()).toMatchObject({ failures: 0, message: null, next_attempt_at: null })
    expect((await certificate())?.error).toBe(null)
  })

  test('an order that failed is given up, and one that could not be looked at is gone on with', async () => {
    const { authority, certificate, order, soon, clock } = await startWorld(kind, ({ authority }) => {
      authority.verdict = 'invalid'
    })
    await soon(async () => (await order())?.failures).toBe(1)
    expect(await order()).toMatchObject({ order_url: null, token: null, message: 'it did not answer (connection)' })
    authority.verdict = 'valid'
    authority.refusal = new AcmeError('unreachable', 'no answer in time')
    await clock.advance(5 * minuteMs)
    await soon(async () => (await order())?.failures).toBe(2)
    expect([authority.orders, (await certificate())?.error]).toEqual([1, 'no answer in time'])
    authority.refusal = undefined
    await clock.advance(10 * minuteMs)
    await soon(async () => (await certificate())?.fingerprint ?? null).not.toBe(null)
    expect(authority.orders).toBe(2)
  })

  test('an authority that forgot the account is given the same key again', async () => {
    const { clock, authority, certificate, order, soon } = await startWorld(kind)
    await soon(async () => (await certificate())?.fingerprint ?? null).not.toBe(null)
    const first = await certificate()
    authority.refusal = new AcmeError('no-account', 'no such account')
    await clock.advance(6.5 * minuteMs)
    await soon(async () => (await order())?.failures).toBe(1)
    authority.refusal = undefined
    await clock.advance(5 * minuteMs)
    await soon(async () => (await certificate())?.fingerprint).not.toBe(first?.fingerprint)
    expect(authority.registered).toHaveLength(2)
    expect(new Set(authority.registered).size).toBe(1)
  })

  test('nothing is ordered for what leads elsewhere, and what nobody wants is forgotten', async () => {
    const { api, clock, authority, certificate, order, soon } = await startWorld(kind, ({ zone }) => {
      zone.leadsTo = '198.51.100.8'
    })
    await soon(async () => ((await order())?.dns_waits ?? 0) > 0).toBe(true)
    const [shown] = (await api.call('certificateList', {}, api.admin)).body.filter(
      ({ tls_owner }) => tls_owner === 'acme',
    )
    expect(shown).toMatchObject({ state: 'pending', message: expect.stringContaining(`create ${host} A ${ours}`) })
    await clock.advance(3 * minuteMs)
    await soon(async () => ((await order())?.dns_waits ?? 0) > 1).toBe(true)
    expect(authority.orders).toBe(0)

    const renewed = await api.call('certificateRenew', { params: { id: shown?.id ?? '' } }, api.admin)
    expect(renewed.status).toBe(202)
    await api.call('appUpdate', { params: { name: 'web' }, body: { domains: [] } }, api.admin)
    await clock.advance(minuteMs)
    await soon(async () => [await order(), await certificate()]).toEqual([undefined, undefined])
    expect(authority.orders).toBe(0)
    const gone = await api.call('certificateRenew', { params: { id: shown?.id ?? '' } }, api.admin)
    expect(gone.status).toBe(404)
  })
})
