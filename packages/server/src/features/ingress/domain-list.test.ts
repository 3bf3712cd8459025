import { expect, test } from 'vitest'
import { emptySpec } from '../apps/app-spec.ts'
import { type IngressState, listDomains } from './domain-list.ts'
import { planIngress, type RoutedApp, type RoutedReplica } from './ingress-plan.ts'
import type { ServedDomains } from './tls-plan.ts'

const listen = [{ host: '0.0.0.0', port: 80 }]
const ready = { port: 80, isReady: true, httpsPort: 443 }
const plain: ServedDomains = { hosts: new Map(), options: new Map(), now: new Date('2026-06-15T12:00:00Z') }

function app(name: string, domains: string[] = []): RoutedApp {
  const spec = { ...emptySpec, port: 8080, domains }
  return { name, spec, running: { deployId: `${name}-1`, digest: '', imageId: '', spec, nonce: '' }, isDeleting: false }
}

function replica(of: string): RoutedReplica {
  const place = { address: '10.1.0.10', port: 3000, ready: 1, traffic: 'auto' }
  return { container: `${of}-0`, app: of, deploy_id: `${of}-1`, ...place }
}

function list(apps: RoutedApp[], replicas: RoutedReplica[], ingress: IngressState = ready, served = plain) {
  return listDomains(apps, planIngress({ listen, trustedProxies: [], challenges: [] }, apps, replicas), ingress, served)
}

test('an app has its own name first, then its domains, with where to open them', () => {
  expect(list([app('web', ['b.example/api', 'a.example'])], [replica('web')])).toEqual([
    entry('web.localhost', { is_own_name: true, url: 'http://web.localhost/' }),
    entry('a.example', { url: 'http://a.example/' }),
    entry('b.example/api', { url: 'http://b.example/api/' }),
  ])
})

function entry(domain: string, more: object) {
  return { domain, app: 'web', is_own_name: false, state: 'serving', tls_owner: null, ...more }
}

test.each<[string, RoutedReplica[], IngressState, string, string | null]>([
  ['nothing of the app is ready', [], ready, 'not_running', 'http://web.localhost/'],
  [
    'the ingress is not ready',
    [replica('web')],
    { ...ready, port: 8000, isReady: false },
    'no_ingress',
    'http://web.localhost:8000/',
  ],
  ['the ingress is off', [replica('web')], { ...ready, port: undefined, isReady: false }, 'no_ingress', null],
])('%s', (_, replicas, ingress, state, url) => {
  expect(list([app('web')], replicas, ingress)).toEqual([expect.objectContaining({ state, url })])
})

test('a domain that is the own name of another app says so', () => {
  const states = list([app('alpha', ['web.localhost']), app('web')], [replica('alpha'), replica('web')])
  expect(states.map(({ app, domain, state }) => [app, domain, state])).toEqual([
    ['alpha', 'alpha.localhost', 'serving'],
    ['alpha', 'web.localhost', 'shadowed'],
    ['web', 'web.localhost', 'serving'],
  ])
})

test('an app that is being removed has no names', () => {
  expect(list([{ ...app('web'), isDeleting: true }], [])).toEqual([])
})

test('where browsers trust what answers, the address is one of HTTPS; a wildcard is none', () => {
  const certificate = {
    ...{ id: 'crt_1', owner: 'custom' as const, hosts: ['a.example'], chain_pem: 'PEM', issuer: '', fingerprint: 'f' },
    ...{ error: null, not_before: '2026-01-01T00:00:00Z', not_after: '2027-01-01T00:00:00Z' },
    ...{ created_at: '', updated_at: '' },
  }
  const hosts: ServedDomains['hosts'] = new Map([
    ['web.localhost', { owner: 'internal', certificate: { ...certificate, owner: 'internal' } }],
    ['a.example', { owner: 'custom', certificate }],
    ['b.example', { owner: 'acme', certificate: undefined }],
    ['c.example', { owner: 'proxy', certificate: undefined }],
    ['*.d.example', { owner: 'internal', certificate: undefined }],
  ])
  const domains = ['a.example', 'b.example', 'c.example/x', '*.d.example']
  const seen = list([app('web', domains)], [replica('web')], { ...ready, httpsPort: 8443 }, { ...plain, hosts })
  expect(seen.map(({ domain, url, tls_owner }) => [domain, url, tls_owner])).toEqual([
    ['web.localhost', 'http://web.localhost/', 'internal'],
    ['*.d.example', null, 'internal'],
    ['a.example', 'https://a.example:8443/', 'custom'],
    ['b.example', 'http://b.example/', 'acme'],
    ['c.example/x', 'https://c.example:8443/x/', 'proxy'],
  ])
})
