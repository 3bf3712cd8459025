// SQL of domains: each leads to one app, which the key of the table holds for all writers at once.
import type { AppDomain } from '@levelrail/contract/schemas/domains.ts'
import { conflict } from '../../errors.ts'
import { mayTouch, type SignedIn } from '../../http/actor.ts'
import type { Trx } from '../../store/store.ts'

/** Makes these the domains of the app; those that stay are served as before. One that another app has is a conflict, which names that app to who may see it. */
export async function claimDomains(trx: Trx, actor: SignedIn, app: string, domains: string[]): Promise<void> {
  const held = (await trx.selectFrom('app_domains').select('domain').where('app', '=', app).execute()).map(
    ({ domain }) => domain,
  )
  const gone = held.filter((domain) => !domains.includes(domain))
  if (gone.length > 0) await trx.deleteFrom('app_domains').where('app', '=', app).where('domain', 'in', gone).execute()
  // In one order for everybody, so that two who want the same wait for each other instead of in a circle.
  const fresh = domains.filter((domain) => !held.includes(domain)).sort()
  for (const domain of fresh)
    await trx
      .insertInto('app_domains')
      .values({ domain, app })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (fresh.length === 0) return
  await refusePrimaryDomain(trx, fresh)
  const taken = await trx
    .selectFrom('app_domains')
    .selectAll()
    .where('domain', 'in', fresh)
    .where('app', '!=', app)
    .orderBy('domain')
    .executeTakeFirst()
  if (!taken) return
  const whose = mayTouch(actor, 'app', taken.app) ? `app ${JSON.stringify(taken.app)}` : 'another app'
  throw conflict(`domain ${JSON.stringify(taken.domain)} belongs to ${whose}: remove it there first`)
}

async function refusePrimaryDomain(trx: Trx, domains: string[]): Promise<void> {
  const settings = await trx.selectFrom('ingress_settings').select('primary_domain').executeTakeFirst()
  const primary = domains.find((domain) => domain.split('/')[0] === settings?.primary_domain)
  if (primary !== undefined)
    throw conflict(`domain ${JSON.stringify(primary)} is at the primary domain of the platform, which no app may have`)
}

export async function releaseDomains(trx: Trx, app: string): Promise<void> {
  await trx.deleteFrom('app_domains').where('app', '=', app).execute()
}

/** Of domains that the app has claimed. */
export async function saveDomainOptions(trx: Trx, app: string, list: AppDomain[]): Promise<void> {
  for (const { domain, ...options } of list)
    await trx.updateTable('app_domains').set(options).where('domain', '=', domain).where('app', '=', app).execute()
}
