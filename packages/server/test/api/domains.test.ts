// Domains over the API: what is wanted, by whom, and what is said of it while there is no ingress.
import { describe, expect, test } from 'vitest'
import { startWithAdmin } from '../support/api.ts'
import { storeKinds } from '../support/stores.ts'

describe.each(storeKinds)('on %s', (kind) => {
  test('every app has its own name and its domains, of one app or of those that one may see', async () => {
    const api = await startWithAdmin(kind)
    await api.call('appCreate', { body: { name: 'shop', domains: ['Example.com/api', 'example.com'] } }, api.admin)
    await api.call('appCreate', { body: { name: 'web' } }, api.admin)
    const { body: all } = await api.call('domainList', {}, api.admin)
    expect(all.map(({ app, domain, is_own_name }) => [app, domain, is_own_name])).toEqual([
      ['shop', 'shop.localhost', true],
      ['shop', 'example.com', false],
      ['shop', 'example.com/api', false],
      ['web', 'web.localhost', true],
    ])
    // The ingress is off here.
    expect(all[0]).toMatchObject({ url: null, state: 'no_ingress', tls_owner: null })

    const { body: ofWeb } = await api.call('domainList', { query: { app: 'web' } }, api.admin)
    expect(ofWeb.map(({ domain }) => domain)).toEqual(['web.localhost'])
    const policy = { apps: ['web'], databases: null }
    const narrow = { name: 'narrow', abilities: ['read' as const], policy }
    const { body: token } = await api.call('tokenCreate', { body: narrow }, api.admin)
    const { body: seen } = await api.call('domainList', {}, { token: token.token })
    expect(seen.map(({ domain }) => domain)).toEqual(['web.localhost'])
  })
})
