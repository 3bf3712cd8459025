// Gives a person a new password. Whoever knew the old one is signed out.
import type { Trx } from '../../store/store.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { updateUser } from './user-store.ts'

export async function setPassword(
  trx: Trx,
  userId: string,
  passwordHash: string,
  keepSessionId?: string,
): Promise<void> {
  await updateUser(trx, userId, { password_hash: passwordHash })
  await endSessions(trx, userId, keepSessionId)
}
