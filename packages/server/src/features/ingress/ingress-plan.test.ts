import { expect, test } from 'vitest'
import { emptySpec } from '../apps/app-spec.ts'
import { planIngress, type RoutedApp, type RoutedReplica, trafficOf, withCanaries } from './ingress-plan.ts'

const settings = { listen: [{ host: '0.0.0.0', port: 80 }], trustedProxies: [], challenges: [] }

function app(name: string, more: Partial<RoutedApp['spec']> = {}): RoutedApp {
  const spec = { ...emptySpec, port: 8080, ...more }
  return { name, spec, running: { deployId: `${name}-2`, digest: '', imageId: '', spec, nonce: '' }, isDeleting: false }
}

function replica(container: string, more: Partial<RoutedReplica> = {}): RoutedReplica {
  const plain = { app: 'web', deploy_id: 'web-2', address: '10.1.0.10', port: 3000, ready: 1, traffic: 'auto' }
  return { container, ...plain, ...more }
}

test('an app is found at its own name and at its domains', () => {
  const { routes } = planIngress(settings, [app('web', { domains: ['example.com', 'example.com/api'] })], [])
  expect(routes).toEqual([
    { host: 'web.localhost', path: '/', app: 'web' },
    { host: 'example.com', path: '/', app: 'web' },
    { host: 'example.com', path: '/api/', app: 'web' },
  ])
})

test('a domain has one app, and what is no domain leads nowhere', () => {
  const apps = [app('two', { domains: ['example.com'] }), app('one', { domains: ['example.com', 'a b;c'] })]
  const { routes } = planIngress(settings, apps, [])
  expect(routes.map(({ host, app }) => [host, app])).toEqual([
    ['one.localhost', 'one'],
    ['two.localhost', 'two'],
    ['example.com', 'one'],
  ])
})

test('no app takes the own name of another', () => {
  const { routes } = planIngress(settings, [app('alpha', { domains: ['web.localhost'] }), app('web')], [])
  expect(routes.filter(({ host }) => host === 'web.localhost')).toEqual([
    { host: 'web.localhost', path: '/', app: 'web' },
  ])
})

test('an app that is being removed is not there, and one without replicas is', () => {
  const plan = planIngress(settings, [{ ...app('gone'), isDeleting: true }, app('web')], [])
  expect(plan.apps).toEqual([{ name: 'web', upstreams: [] }])
})

test('replicas are dialled at their own port, or at that of the app', () => {
  const { apps } = planIngress(settings, [app('web')], [replica('b', { port: null }), replica('a')])
  expect(apps[0]?.upstreams).toEqual([
    { name: 'a', address: '10.1.0.10', port: 3000, state: 'serving' },
    { name: 'b', address: '10.1.0.10', port: 8080, state: 'serving' },
  ])
})

test.each([
  ['ready, of the current deploy', {}, 'serving'],
  ['not ready', { ready: 0 }, undefined],
  ['ready, of a deploy that does not serve yet', { deploy_id: 'web-3' }, undefined],
  ['let in before its deploy is current', { deploy_id: 'web-3', traffic: 'admitted' }, 'serving'],
  ['let in, but it ended', { deploy_id: 'web-3', traffic: 'admitted', ready: 0 }, undefined],
  ['on its way out', { traffic: 'leaving' }, 'draining'],
  ['on its way out, of an earlier deploy', { traffic: 'leaving', deploy_id: 'web-1' }, 'draining'],
])('a replica that is %s', (_, more, state) => {
  expect(trafficOf(replica('a', more), 'web-2')).toBe(state)
})

test('a canary is an app of its own, which gets its share while it serves', () => {
  const replicas = [replica('a'), replica('b', { deploy_id: 'web-3', traffic: 'canary' })]
  const plan = planIngress(settings, [app('web')], replicas)
  expect(plan.apps.map(({ name, upstreams }) => [name, upstreams.map((each) => each.name)])).toEqual([
    ['web', ['a']],
    ['web:canary', ['b']],
  ])
  const weights = new Map([['web', 20]])
  expect(withCanaries(plan, weights).apps[0]).toMatchObject({ name: 'web', canaryWeight: 20 })
  const leaving = planIngress(settings, [app('web')], [replica('b', { traffic: 'leaving_canary' })])
  expect(leaving.apps[1]).toMatchObject({ name: 'web:canary', upstreams: [{ name: 'b', state: 'draining' }] })
  expect(withCanaries(leaving, weights).apps[0]).not.toHaveProperty('canaryWeight')
})
