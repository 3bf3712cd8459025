// Copies the rules of an app to another one, its users with their passwords. Maintenance stays where it is.
import type { Context } from '../../context.ts'
import { isoNow } from '../../lib/clock.ts'
import type { Trx } from '../../store/store.ts'
import { noRules, readRules } from './app-rules.ts'
import { copyKey } from './keep-users.ts'
import { getRules, saveRules } from './rule-store.ts'

export async function copyRules(
  trx: Trx,
  ctx: Pick<Context, 'clock' | 'box'>,
  from: string,
  to: string,
): Promise<void> {
  const row = await getRules(trx, from)
  if (!row) return
  const rules = JSON.stringify({ ...readRules(row.rules), maintenance: noRules.maintenance })
  const auth_key_sealed = copyKey(ctx, from, row.auth_key_sealed, to)
  await saveRules(trx, { app: to, rules, auth_key_sealed, updated_at: isoNow(ctx.clock) })
}
