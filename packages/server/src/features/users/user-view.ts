// Reads of people that other features need too.
import { notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/store.ts'
import { emailKey, type StoredUser } from './user.ts'

export async function findUser(db: Db | Trx, id: string): Promise<StoredUser> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('user', id)
  return row
}

export async function getUserByEmail(db: Db | Trx, email: string): Promise<StoredUser | undefined> {
  return db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()
}

export async function hasUsers(db: Db | Trx): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}
