// Keeps the set of signing keys whole: one active from the first start on, retired ones gone in time.
import type { Context } from '../../context.ts'
import { newId } from '../../lib/ids.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { Db } from '../../store/store.ts'
import { insertSigningKey } from './signing-key-store.ts'

export async function ensureSigningKey({ db, clock }: Pick<Context, 'db' | 'clock'>, box: SecretBox): Promise<void> {
  const active = await db.selectFrom('signing_keys').select('id').where('state', '=', 'active').executeTakeFirst()
  if (!active) await insertSigningKey(db, clock, box, newId('key', clock.now()), 'active')
}

export async function forgetRetiredKeys(db: Db, before: string): Promise<void> {
  await db.deleteFrom('signing_keys').where('state', '=', 'retiring').where('retire_at', '<', before).execute()
}
