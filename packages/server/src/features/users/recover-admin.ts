// The way back in for whoever holds the machine: a new password for an admin, made if there is none.

import type { AuditTrail } from '../../http/audited.ts'
import { type Clock, isoNow } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { Db } from '../../store/store.ts'
import { clearSecondFactor } from '../two-factor/clear-second-factor.ts'
import { setPassword } from './set-password.ts'
import { emailKey } from './user.ts'
import { insertUser, updateUser } from './user-store.ts'
import { getUserByEmail, hasUsers } from './user-view.ts'

export interface Recovery {
  email: string
  passwordHash: string
}

/** Also takes the second factor off: it may be what was lost. Returns whether the account was made anew. */
export async function recoverAdmin(
  ctx: { db: Db; clock: Clock; audit: AuditTrail },
  { email, passwordHash }: Recovery,
): Promise<boolean> {
  const { db, clock, audit } = ctx
  return db.transaction().execute(async (trx) => {
    const known = await getUserByEmail(trx, email)
    const id = known?.id ?? newId('usr', clock.now())
    if (known) {
      await updateUser(trx, id, { role: 'admin', policy: null })
      await clearSecondFactor(trx, id)
      await setPassword(trx, id, passwordHash)
    } else {
      await insertUser(trx, {
        id,
        email: email.trim(),
        email_key: emailKey(email),
        display_name: email.split('@')[0] ?? email,
        role: 'admin',
        policy: null,
        password_hash: passwordHash,
        is_first: (await hasUsers(trx)) ? 0 : 1,
        totp_sealed: null,
        created_at: isoNow(clock),
        last_login_at: null,
      })
      await trx.deleteFrom('setup_tokens').execute()
    }
    await audit.record(trx, {
      actor: { kind: 'system' },
      action: 'adminRecovered',
      resource: `users/${id}`,
      status: 200,
      address: '',
      requestId: '',
    })
    return known === undefined
  })
}
