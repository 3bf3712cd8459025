// Fills a store with people and a token, past the API: a thousand password hashes would take a minute.
import { mkdirSync } from 'node:fs'
import { hashCredential, newCredential, newId } from '../src/lib/ids.ts'
import { openSqlite } from '../src/store/dialects/sqlite.ts'
import type { Store } from '../src/store/store.ts'

export interface Filled {
  token: string
  /** One of the people, to be read alone. */
  userId: string
}

export const peopleCount = 1000

/** A store for a product on the engine, whose name there is known before it starts: so all of it can be removed. */
export async function fillInstance(dataDir: string): Promise<Filled & { instanceId: string }> {
  mkdirSync(dataDir, { recursive: true })
  const now = new Date()
  const store = await openSqlite({ dataDir, now, exclusive: true })
  const filled = await fillStore(store)
  const instanceId = newId('ins', now)
  const row = { id: 1, instance_id: instanceId, created_at: now.toISOString() }
  await store.db.insertInto('instance').values(row).execute()
  await store.close()
  return { ...filled, instanceId }
}

export async function fillStore({ db }: Store): Promise<Filled> {
  const start = Date.now() - peopleCount * 1000
  const people = Array.from({ length: peopleCount }, (_, number) => {
    const at = new Date(start + number * 1000)
    const email = `person-${number}@example.com`
    return {
      id: newId('usr', at),
      email,
      email_key: email,
      display_name: `Person ${number}`,
      role: number === 0 ? 'admin' : 'viewer',
      policy: null,
      password_hash: 'none',
      is_first: number === 0 ? 1 : 0,
      totp_sealed: null,
      created_at: at.toISOString(),
      last_login_at: null,
    }
  })
  for (let from = 0; from < peopleCount; from += 100) {
    await db
      .insertInto('users')
      .values(people.slice(from, from + 100))
      .execute()
  }
  const token = newCredential('lrt')
  const now = new Date()
  const row = { id: newId('tok', now), token_hash: hashCredential(token), name: 'bench', abilities: '["root"]' }
  const rest = { policy: null, created_at: now.toISOString(), last_used_at: null, expires_at: null, revoked_at: null }
  await db
    .insertInto('tokens')
    .values({ ...row, ...rest, owner_id: people[0]?.id ?? '' })
    .execute()
  return { token, userId: people[500]?.id ?? '' }
}
