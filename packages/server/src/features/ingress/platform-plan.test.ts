import { expect, test } from 'vitest'
import { Secret } from '../../lib/secret.ts'
import { withPlatform } from './platform-plan.ts'

const plan = {
  listen: [],
  trustedProxies: [],
  challenges: [],
  routes: [
    { host: 'web.localhost', path: '/', app: 'web' },
    { host: 'panel.example', path: '/shop/', app: 'web' },
  ],
  apps: [{ name: 'web', upstreams: [] }],
}
const served = { hosts: new Map(), options: new Map(), now: new Date(0) }
const platform = { host: 'panel.example', listens: { host: '::', port: 8080 }, proof: new Secret('shown') }

test('the primary domain leads to where this program listens, and to nothing else', () => {
  const { routes, apps, platformProof } = withPlatform(plan, platform, served)
  expect(routes).toEqual([
    { host: 'panel.example', path: '/', app: 'levelrail.platform' },
    { host: 'web.localhost', path: '/', app: 'web' },
  ])
  expect(apps.at(-1)).toEqual({
    name: 'levelrail.platform',
    upstreams: [{ name: 'control-plane', address: '127.0.0.1', port: 8080, state: 'serving' }],
  })
  expect(platformProof).toBe('shown')
})

test('without a primary domain, or while the port is not known, nothing leads here', () => {
  expect(withPlatform(plan, { ...platform, host: null }, served)).toBe(plan)
  expect(withPlatform(plan, { ...platform, listens: { host: '127.0.0.1', port: 0 } }, served)).toBe(plan)
})

test('one that listens at an address of its own is dialled there', () => {
  const { apps } = withPlatform(plan, { ...platform, listens: { host: '10.0.0.2', port: 80 } }, served)
  expect(apps.at(-1)?.upstreams[0]?.address).toBe('10.0.0.2')
})
