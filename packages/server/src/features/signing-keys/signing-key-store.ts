// SQL of signing keys. The private half is sealed; at most one key is active.
import type { Clock } from '../../lib/clock.ts'
import { isoAfter, isoNow } from '../../lib/clock.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { SigningKeyRow } from '../../store/tables.ts'
import { makeSigningKey, privateKeyPlace } from './signing-key.ts'

export async function listSigningKeys(db: Db): Promise<SigningKeyRow[]> {
  return db.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

/** Does nothing when the key is there already, so a step may repeat it. */
export async function insertSigningKey(
  db: Db | Trx,
  clock: Clock,
  box: SecretBox,
  id: string,
  state: 'next' | 'active',
): Promise<void> {
  const { publicJwk, privatePem } = makeSigningKey(id)
  await db
    .insertInto('signing_keys')
    .values({
      id,
      state,
      public_jwk: JSON.stringify(publicJwk),
      private_sealed: box.seal(privateKeyPlace(id), privatePem),
      created_at: isoNow(clock),
      retire_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The old key goes on being published, so that what it signed can still be checked. */
export async function activateSigningKey(trx: Trx, clock: Clock, id: string, keepOldMs: number): Promise<void> {
  await trx
    .updateTable('signing_keys')
    .set({ state: 'retiring', retire_at: isoAfter(clock, keepOldMs) })
    .where('state', '=', 'active')
    .where('id', '!=', id)
    .execute()
  await trx
    .updateTable('signing_keys')
    .set({ state: 'active' })
    .where('id', '=', id)
    .where('state', '=', 'next')
    .execute()
}
