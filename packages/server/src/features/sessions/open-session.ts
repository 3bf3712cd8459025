// Opens a session for a person who has proved who they are, and hands the cookie to the answer.
import type { Context } from '../../context.ts'
import type { Answering, RequestFacts } from '../../http/handler.ts'
import { isoNow } from '../../lib/clock.ts'
import { hashCredential, newCredential, newId } from '../../lib/ids.ts'
import type { Trx } from '../../store/store.ts'
import type { StoredUser } from '../users/user.ts'
import { sessionExpiry } from './session.ts'
import { insertSession } from './session-store.ts'

/** Returns how to set the cookie, to be called once the transaction is committed. */
export async function openSession(
  trx: Trx,
  { clock, settings }: Pick<Context, 'clock' | 'settings'>,
  user: Pick<StoredUser, 'id'>,
  request: RequestFacts,
): Promise<(answer: Answering) => void> {
  const now = clock.now()
  const token = newCredential('lrs')
  const maxAgeMs = settings.APP_SESSION_MAX_AGE
  await insertSession(trx, {
    id: newId('ses', now),
    token_hash: hashCredential(token),
    user_id: user.id,
    address: request.address,
    user_agent: request.userAgent,
    created_at: now.toISOString(),
    last_seen_at: now.toISOString(),
    expires_at: sessionExpiry(now, now, { ttlMs: settings.APP_SESSION_TTL, maxAgeMs }).toISOString(),
  })
  await trx
    .updateTable('users')
    .set({ last_login_at: isoNow(clock) })
    .where('id', '=', user.id)
    .execute()
  // The cookie may outlive the idle time: the store decides when the session ends, the browser need not know.
  return (answer) => answer.session(token, maxAgeMs / 1000)
}
