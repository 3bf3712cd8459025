// Settings of the ingress over the API: kept, audited, and their secret never told.
import { describe, expect, test } from 'vitest'
import { getSettingsRow } from '../../src/features/ingress/ingress-settings-view.ts'
import { startWithAdmin } from '../support/api.ts'
import { storeKinds } from '../support/stores.ts'

describe.each(storeKinds)('on %s', (kind) => {
  test('are shown before anybody set them, are set in part or whole, and are refused whole', async () => {
    const api = await startWithAdmin(kind)
    const view = async () => (await api.call('ingressSettingsView', {}, api.admin)).body
    const set = (body: object) => api.call('ingressSettingsSet', { body }, api.admin)
    const first = await view()
    expect(first).toMatchObject({ primary_domain: null, public_https_port: 0, acme_enabled: false, updated_at: null })

    const some = { primary_domain: 'Panel.example.com', public_https_port: 443, tls_terminated_upstream: true }
    const { status, body } = await set({ ...first, ...some })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...some, primary_domain: 'panel.example.com' })
    expect(await view()).toEqual(body)
    expect((await set(await view())).status).toBe(200)
    expect((await set({ public_https_port: 8443 })).body).toMatchObject({
      public_https_port: 8443,
      tls_terminated_upstream: true,
    })

    const refused = await set({ public_https_port: 1, acme_enabled: true })
    expect([refused.status, refused.error]).toEqual([400, expect.stringContaining('acme_email')])
    expect((await view()).public_https_port).toBe(8443)
    const { body: rows } = await api.call('auditList', {}, api.admin)
    expect(rows.filter(({ action }) => action === 'ingressSettingsSet').map(({ resource }) => resource)).toContain(
      'settings/ingress',
    )
  })

  test('the key of the account binding is sealed, never shown, and gone with its id', async () => {
    const api = await startWithAdmin(kind)
    const key = 'c2VjcmV0LWtleS1vZi10aGUtYmluZGluZw'
    const set = (body: object) => api.call('ingressSettingsSet', { body }, api.admin)
    const { body } = await set({ acme_eab_key_id: 'kid', acme_eab_hmac_key: key })
    expect(body.has_acme_eab).toBe(true)
    expect(JSON.stringify(body)).not.toContain(key)
    expect((await getSettingsRow(api.ctx.db))?.acme_eab_hmac_key_sealed).toMatch(/^v1\./)
    expect((await set(body)).body.has_acme_eab).toBe(true)
    expect((await set({ acme_eab_key_id: '' })).body.has_acme_eab).toBe(false)
    expect((await getSettingsRow(api.ctx.db))?.acme_eab_hmac_key_sealed).toBe(null)
  })

  test('the primary domain is no domain of an app, and ACME needs a master key', async () => {
    const api = await startWithAdmin(kind, { APP_MASTER_KEY: '' })
    const set = (body: object) => api.call('ingressSettingsSet', { body }, api.admin)
    await api.call('appCreate', { body: { name: 'web', domains: ['example.com/shop'] } }, api.admin)
    const taken = await set({ primary_domain: 'example.com' })
    expect([taken.status, taken.error]).toEqual([409, expect.stringContaining('"web"')])
    expect((await set({ acme_enabled: true, acme_email: 'ann@example.com' })).status).toBe(501)
  })
})
