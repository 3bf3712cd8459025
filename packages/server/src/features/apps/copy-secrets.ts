// Copies the values of an app's declared secrets to another app. Each is sealed anew: a seal opens only in its place.
import { type Context, moveSeal } from '../../context.ts'
import { isoNow } from '../../lib/clock.ts'
import type { Trx } from '../../store/store.ts'
import type { StoredApp } from './app.ts'
import { listSecretRows, saveSecret, secretPlace } from './app-secret-store.ts'

/** Answers the names that were copied. */
export async function copySecrets(
  trx: Trx,
  ctx: Pick<Context, 'box' | 'clock'>,
  from: StoredApp,
  to: string,
): Promise<string[]> {
  const declared = new Set(from.spec.secret_env.map(({ name }) => name))
  const rows = (await listSecretRows(trx, from.name)).filter(({ name }) => declared.has(name))
  for (const row of rows) {
    const { name } = row
    const what = `secret ${JSON.stringify(name)} of app ${JSON.stringify(from.name)}`
    const value_sealed = moveSeal(ctx, what, row.value_sealed, secretPlace(from.name, name), secretPlace(to, name))
    await saveSecret(trx, { ...row, app: to, value_sealed, updated_at: isoNow(ctx.clock) })
  }
  return rows.map(({ name }) => name)
}
