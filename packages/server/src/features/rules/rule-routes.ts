// Rules of an app at the ingress: they act at once, whatever is deployed.
import type { Handler } from '../../context.ts'
import { isoNow } from '../../lib/clock.ts'
import { findApp } from '../apps/app-view.ts'
import { eventActor, recordEvent } from '../events/record-event.ts'
import { changedRules, noRules, readRules, type StoredRules, viewRules, wishedRules } from './app-rules.ts'
import { keepUsers } from './keep-users.ts'
import { getRules, saveRules } from './rule-store.ts'

export const appRulesView: Handler<'appRulesView'> = async ({ db }, { params }) => {
  const { name } = await findApp(db, params.name)
  const row = await getRules(db, name)
  return viewRules(row ? readRules(row.rules) : noRules)
}

export const appRulesSet: Handler<'appRulesSet'> = async (ctx, { params, body, actor, transact }) => {
  const plain = wishedRules(body)
  const after = await transact(`apps/${params.name}/rules`, async (trx) => {
    const { name } = await findApp(trx, params.name)
    const row = await getRules(trx, name)
    const before = row ? readRules(row.rules) : noRules
    const known = { basicAuth: before.basic_auth, keySealed: row?.auth_key_sealed ?? null }
    const { basicAuth, keySealed } = keepUsers(ctx, name, known, body.basic_auth)
    const rules: StoredRules = { ...plain, basic_auth: basicAuth }
    const fields = changedRules(before, rules)
    if (fields.length === 0) return rules
    const text = JSON.stringify(rules)
    await saveRules(trx, { app: name, rules: text, auth_key_sealed: keySealed, updated_at: isoNow(ctx.clock) })
    const event = { kind: 'changed' as const, title: `Changed rules: ${fields.join(', ')}`, detail: { fields } }
    await recordEvent(trx, ctx, { app: name, actor: eventActor(actor), ...event })
    return rules
  })
  return viewRules(after)
}
