import { expect, test } from 'vitest'
import { emptySpec } from '../apps/app-spec.ts'
import { listDomains } from './domain-list.ts'
import { planIngress, type RoutedApp, type RoutedReplica } from './ingress-plan.ts'

const listen = [{ host: '0.0.0.0', port: 80 }]
const ready = { port: 80, isReady: true }

function app(name: string, domains: string[] = []): RoutedApp {
  const spec = { ...emptySpec, port: 8080, domains }
  return { name, spec, running: { deployId: `${name}-1`, digest: '', imageId: '', spec, nonce: '' }, isDeleting: false }
}

function replica(of: string): RoutedReplica {
  const place = { address: '10.1.0.10', port: 3000, ready: 1, traffic: 'auto' }
  return { container: `${of}-0`, app: of, deploy_id: `${of}-1`, ...place }
}

function list(apps: RoutedApp[], replicas: RoutedReplica[], ingress = ready) {
  return listDomains(apps, planIngress({ listen, trustedProxies: [], challenges: [] }, apps, replicas), ingress)
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

test.each([
  ['nothing of the app is ready', [], ready, 'not_running', 'http://web.localhost/'],
  [
    'the ingress is not ready',
    [replica('web')],
    { port: 8000, isReady: false },
    'no_ingress',
    'http://web.localhost:8000/',
  ],
  ['the ingress is off', [replica('web')], { port: undefined, isReady: false }, 'no_ingress', null],
])('%s', (_, replicas, ingress, state, url) => {
  expect(
    listDomains(
      [app('web')],
      planIngress({ listen, trustedProxies: [], challenges: [] }, [app('web')], replicas),
      ingress,
    ),
  ).toEqual([expect.objectContaining({ state, url })])
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
