// Reads of the ingress settings, for whoever acts by them. Without a row the defaults hold.
import type { Db, Trx } from '../../store/store.ts'
import type { IngressSettingsRow } from '../../store/tables.ts'
import { defaultSettings, type KeptSettings } from './ingress-settings.ts'

export async function readIngressSettings(db: Db | Trx): Promise<KeptSettings> {
  const row = await getSettingsRow(db)
  return row ? settingsOf(row) : defaultSettings
}

export async function getSettingsRow(db: Db | Trx): Promise<IngressSettingsRow | undefined> {
  return db.selectFrom('ingress_settings').selectAll().where('id', '=', 1).executeTakeFirst()
}

function settingsOf({ id: _, acme_eab_hmac_key_sealed, ...row }: IngressSettingsRow): KeptSettings {
  return {
    ...row,
    tls_terminated_upstream: row.tls_terminated_upstream === 1,
    acme_enabled: row.acme_enabled === 1,
    public_addresses: JSON.parse(row.public_addresses),
    has_acme_eab: acme_eab_hmac_key_sealed !== null,
  }
}
