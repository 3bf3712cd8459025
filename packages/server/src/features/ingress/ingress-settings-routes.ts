// Settings of the ingress over the API. Spec 4.6.
import { boxFor, type Handler } from '../../context.ts'
import { badRequest, conflict } from '../../errors.ts'
import { isoNow } from '../../lib/clock.ts'
import { Secret } from '../../lib/secret.ts'
import { tryOrdersAgain } from '../acme/try-orders-again.ts'
import { changeSettings, isSameForAcme } from './ingress-settings.ts'
import { accountBindingPlace, findAppAtHost, saveIngressSettings } from './ingress-settings-store.ts'
import { getSettingsRow, readIngressSettings } from './ingress-settings-view.ts'

export const ingressSettingsView: Handler<'ingressSettingsView'> = async ({ db }) => readIngressSettings(db)

export const ingressSettingsSet: Handler<'ingressSettingsSet'> = async (ctx, { body, transact }) => {
  const hmacKey = body.acme_eab_hmac_key
  const changed = await transact('settings/ingress', async (trx) => {
    const before = await readIngressSettings(trx)
    const after = changeSettings(before, body)
    if (!after.ok) throw badRequest(after.reason)
    const settings = after.value
    // The key of the account is a secret that must be kept.
    if (settings.acme_enabled || hmacKey !== undefined) boxFor(ctx, 'ACME')
    const app = settings.primary_domain === null ? undefined : await findAppAtHost(trx, settings.primary_domain)
    if (app !== undefined)
      throw conflict(
        `primary_domain: ${JSON.stringify(settings.primary_domain)} belongs to app ${JSON.stringify(app)}: remove it there first`,
      )
    const keptKey = (await getSettingsRow(trx))?.acme_eab_hmac_key_sealed ?? null
    const newKey = hmacKey === undefined ? keptKey : boxFor(ctx, 'ACME').seal(accountBindingPlace, new Secret(hmacKey))
    const now = isoNow(ctx.clock)
    await saveIngressSettings(trx, settings, settings.has_acme_eab ? newKey : null, now)
    if (hmacKey !== undefined || !isSameForAcme(before, settings)) await tryOrdersAgain(trx)
    return { ...settings, updated_at: now }
  })
  ctx.loops.wake('ingress', 'local')
  ctx.loops.resync('acme')
  return changed
}
