import { expect, test } from 'vitest'
import { Secret } from '../../lib/secret.ts'
import { emptySpec } from '../apps/app-spec.ts'
import { type DomainOptions, defaultOptions } from '../apps/domain-options.ts'
import type { StoredCertificate } from '../certificates/certificate.ts'
import { planIngress, type RoutedApp, wantedNames } from './ingress-plan.ts'
import { certificatesFor, hostsOfOwner, serveDomains } from './tls-plan.ts'

const now = new Date('2026-06-15T12:00:00Z')
const certificate: StoredCertificate = {
  ...{ id: 'crt_1', owner: 'custom', hosts: ['*.a.example', 'a.example'], chain_pem: 'PEM', issuer: '' },
  ...{ not_before: '2026-01-01T00:00:00Z', not_after: '2027-01-01T00:00:00Z', fingerprint: 'f', error: null },
  ...{ created_at: '', updated_at: '' },
}
const situation = {
  isTlsOn: true,
  isTerminatedUpstream: false,
  isAcmeEnabled: false,
  certificates: [certificate],
  now,
}

function app(name: string, domains: string[]): RoutedApp {
  const spec = { ...emptySpec, port: 8080, domains }
  return { name, spec, running: { deployId: `${name}-1`, digest: '', imageId: '', spec, nonce: '' }, isDeleting: false }
}

function serve(apps: RoutedApp[], options: Record<string, Partial<DomainOptions>>) {
  const whole = Object.entries(options).map(([domain, some]) => [domain, { ...defaultOptions, ...some }] as const)
  return serveDomains(wantedNames(apps), new Map(whole), situation)
}

const settings = { listen: [], trustedProxies: [], challenges: [] }

test('what a domain asks for stands at its route, and a port of its own is an app more', () => {
  const apps = [app('web', ['a.example', 'www.a.example', 'b.example', 'b.example/admin'])]
  const replica = { container: 'r', app: 'web', deploy_id: 'web-1', address: '10.1.0.10', port: 3000, ready: 1 }
  const served = serve(apps, {
    'a.example': { hsts_seconds: 60 },
    'www.a.example': { redirect_to: 'a.example' },
    'b.example': { tls: 'off', hsts_seconds: 60 },
    'b.example/admin': { port: 9000 },
  })
  const plan = planIngress(settings, apps, [{ ...replica, traffic: 'auto' }], served)
  expect(plan.routes).toEqual([
    { host: 'web.localhost', path: '/', app: 'web' },
    { host: 'a.example', path: '/', app: 'web', isSentToHttps: true, hstsSeconds: 60 },
    { host: 'www.a.example', path: '/', app: 'web', isSentToHttps: true, redirectTo: 'a.example' },
    { host: 'b.example', path: '/', app: 'web' },
    { host: 'b.example', path: '/admin/', app: 'web', port: 9000 },
  ])
  expect(plan.apps.map(({ name, upstreams }) => [name, upstreams.map(({ port }) => port)])).toEqual([
    ['web', [3000]],
    ['web:9000', [9000]],
  ])
})

test('a host has one certificate: the domain with the shortest path says whose', () => {
  const apps = [app('one', ['c.example/x', 'a.example/x']), app('two', ['c.example', 'a.example'])]
  const { hosts } = serve(apps, { 'c.example/x': { tls: 'internal' }, 'c.example': { tls: 'off' } })
  expect([...hosts].map(([host, { owner }]) => [host, owner])).toEqual([
    ['one.localhost', 'internal'],
    ['two.localhost', 'internal'],
    ['c.example', null],
    ['a.example', 'custom'],
  ])
})

test('options of a domain that is the own name of another app are not those of that name', () => {
  const apps = [app('alpha', ['web.localhost']), app('web', [])]
  const served = serve(apps, { 'web.localhost': { redirect_to: 'evil.example', tls: 'off' } })
  expect(planIngress(settings, apps, [], served).routes).toContainEqual({
    host: 'web.localhost',
    path: '/',
    app: 'web',
  })
  expect(hostsOfOwner(served, 'internal')).toContain('web.localhost')
})

test('a certificate answers for the hosts that use it, and has another name when these change', () => {
  const open = () => new Secret('PEM')
  const certificates = (domains: string[]) => certificatesFor(serve([app('web', domains)], {}), open)
  const [one] = certificates(['a.example', 'x.a.example', 'other.example'])
  expect(one?.hosts).toEqual(['a.example', 'x.a.example'])
  expect(one?.name).toMatch(/^[0-9a-f]{32}$/)
  expect(certificates(['x.a.example', 'a.example'])[0]?.name).toBe(one?.name)
  expect(certificates(['a.example'])[0]?.name).not.toBe(one?.name)
  expect(certificates(['other.example'])).toEqual([])
})
