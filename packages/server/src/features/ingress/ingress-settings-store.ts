// SQL that changes the settings of the ingress, and where their secret is sealed.
import type { Trx } from '../../store/store.ts'
import type { IngressSettingsRow } from '../../store/tables.ts'
import type { KeptSettings } from './ingress-settings.ts'

export const accountBindingPlace = { table: 'ingress_settings', row: '1', column: 'acme_eab_hmac_key_sealed' }

export async function saveIngressSettings(
  trx: Trx,
  { has_acme_eab: _, ...settings }: KeptSettings,
  hmacKeySealed: string | null,
  now: string,
): Promise<void> {
  const row: IngressSettingsRow = {
    id: 1,
    ...settings,
    tls_terminated_upstream: settings.tls_terminated_upstream ? 1 : 0,
    acme_enabled: settings.acme_enabled ? 1 : 0,
    public_addresses: JSON.stringify(settings.public_addresses),
    acme_eab_hmac_key_sealed: hmacKeySealed,
    updated_at: now,
  }
  await trx
    .insertInto('ingress_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** An app that is reached at this host, at any path. */
export async function findAppAtHost(trx: Trx, host: string): Promise<string | undefined> {
  const rows = await trx.selectFrom('app_domains').selectAll().execute()
  return rows.find(({ domain }) => domain.split('/')[0] === host)?.app
}
