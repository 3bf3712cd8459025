// Opens the key that binds our account at a certificate authority to one that somebody has there already.
import { boxFor, type Context } from '../../context.ts'
import type { AccountBinding } from '../../drivers/acme/acme.ts'
import { accountBindingPlace } from './ingress-settings-store.ts'
import { getSettingsRow } from './ingress-settings-view.ts'

export async function openAccountBinding(ctx: Pick<Context, 'db' | 'box'>): Promise<AccountBinding | undefined> {
  const row = await getSettingsRow(ctx.db)
  if (!row?.acme_eab_hmac_key_sealed) return undefined
  const hmacKey = boxFor(ctx, 'ACME').open(accountBindingPlace, row.acme_eab_hmac_key_sealed)
  return { keyId: row.acme_eab_key_id, hmacKey }
}
