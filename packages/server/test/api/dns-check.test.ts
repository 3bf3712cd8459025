// Where domains lead to, over the API, with a name server that says what the test wishes.
import { expect, test } from 'vitest'
import type { Dns } from '../../src/drivers/dns/dns.ts'
import { startWithAdmin } from '../support/api.ts'

const ours = '198.51.100.7'
const zone: Record<string, string[]> = {
  'here.example': [ours],
  'elsewhere.example': ['198.51.100.8'],
  'levelrail-check.wild.example': [ours],
}
const dns: Dns = {
  lookUp: async (host) => ({ a: zone[host] ?? [], aaaa: [], cname: [], problem: undefined }),
}

test('a domain is told where it leads to and which records would lead here', async () => {
  const api = await startWithAdmin('sqlite', {}, { dns })
  await api.call('appCreate', { body: { name: 'web' } }, api.admin)
  const check = async (domain: string) =>
    (await api.call('appDomainCheck', { params: { name: 'web' }, query: { domain } }, api.admin)).body
  expect((await check('here.example')).status).toBe('unconfigured')
  await api.call('ingressSettingsSet', { body: { public_addresses: [ours] } }, api.admin)
  expect(await check('Here.example/shop')).toMatchObject({
    domain: 'here.example',
    status: 'connected',
    resolved: { a: [ours] },
    expected: [ours],
  })
  expect(await check('elsewhere.example')).toMatchObject({
    status: 'resolves_elsewhere',
    message: expect.stringContaining('198.51.100.8'),
    records: [{ type: 'A', name: 'elsewhere.example', value: ours, ttl: 300 }],
  })
  expect((await check('nowhere.example')).status).toBe('not_resolving')
  expect(await check('*.wild.example')).toMatchObject({ domain: '*.wild.example', status: 'connected' })

  const bad = await api.call('appDomainCheck', { params: { name: 'web' }, query: { domain: 'a b' } }, api.admin)
  expect([bad.status, bad.error]).toEqual([400, expect.stringContaining('domain:')])
  const none = await api.call('appDomainCheck', { params: { name: 'gone' }, query: { domain: 'a.b' } }, api.admin)
  expect(none.status).toBe(404)

  const primary = async () => (await api.call('ingressCheck', {}, api.admin)).body
  expect(await primary()).toMatchObject({ status: 'unconfigured', message: expect.stringContaining('primary_domain') })
  await api.call('ingressSettingsSet', { body: { primary_domain: 'here.example' } }, api.admin)
  expect(await primary()).toMatchObject({ domain: 'here.example', status: 'connected' })
})
