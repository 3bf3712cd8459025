// Who we are at a certificate authority: one account for each, made when it is first needed, its key sealed.
import { writeAsLeader } from '../../background/write-as-leader.ts'
import { boxFor, type Context } from '../../context.ts'
import type { AcmeAccess, AcmeAccount } from '../../drivers/acme/acme.ts'
import { isoNow } from '../../lib/clock.ts'
import { failpoint } from '../../lib/failpoint.ts'
import type { KeptSettings } from '../ingress/ingress-settings.ts'
import { openAccountBinding } from '../ingress/open-account-binding.ts'
import { getAccount, keepAccountKey, setAccountUrl } from './acme-store.ts'

export async function openAccount(ctx: Context, settings: KeptSettings, signal: AbortSignal): Promise<AcmeAccount> {
  const { db, acme, clock } = ctx
  const box = boxFor(ctx, 'ACME')
  const directoryUrl = settings.acme_directory_url
  const place = { table: 'acme_accounts', row: directoryUrl, column: 'key_sealed' }
  const fresh = () => ({
    directory_url: directoryUrl,
    key_sealed: box.seal(place, acme.newKey()),
    account_url: null,
    created_at: isoNow(clock),
  })
  const row = (await getAccount(db, directoryUrl)) ?? (await writeAsLeader(ctx, (trx) => keepAccountKey(trx, fresh())))
  await failpoint('acme.account-key-kept')
  const access: AcmeAccess = {
    directoryUrl,
    caCertificate: settings.acme_ca_certificate,
    allowedNetworks: ctx.settings.APP_ALLOW_PRIVATE_DESTINATIONS,
    accountKey: box.open(place, row.key_sealed),
  }
  if (row.account_url !== null) return { ...access, accountUrl: row.account_url }
  // The key was kept before anybody knew it: whoever registers it again is answered with the same account.
  const accountUrl = await acme.register(access, settings.acme_email, await openAccountBinding(ctx), signal)
  await failpoint('acme.account-made')
  await writeAsLeader(ctx, (trx) => setAccountUrl(trx, directoryUrl, accountUrl))
  return { ...access, accountUrl }
}
