// The first admin: made once, by the one-time link or from the environment, however many try at the same moment.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../context.ts'
import { ApiError, conflict, unauthenticated } from '../../errors.ts'
import { type Clock, isoNow } from '../../lib/clock.ts'
import { hashCredential, newCredential, newId } from '../../lib/ids.ts'
import { hashPassword } from '../../lib/password.ts'
import type { Trx } from '../../store/store.ts'
import type { StoredUser } from './user.ts'
import { emailKey } from './user.ts'
import { insertUser } from './user-store.ts'
import { hasUsers } from './user-view.ts'

export interface NewAdmin {
  id: string
  email: string
  displayName: string
  passwordHash: string
}

/** At start: with nobody there yet, makes the admin that the environment names, or a token for the set-up link. */
export async function prepareFirstAdmin(
  ctx: Pick<Context, 'db' | 'clock' | 'settings' | 'log' | 'store'>,
): Promise<void> {
  const { db, settings, log, clock } = ctx
  const tokenFile = setupTokenFile(settings.APP_DATA_DIR)
  if (await hasUsers(db)) return rm(tokenFile, { force: true })
  const email = settings.APP_ADMIN_EMAIL
  if (email !== '') {
    const passwordHash = await hashPassword(settings.APP_ADMIN_PASSWORD?.reveal() ?? '')
    await makeNamedAdmin(ctx, {
      id: newId('usr', clock.now()),
      email,
      displayName: email.split('@')[0] ?? email,
      passwordHash,
    })
    return rm(tokenFile, { force: true })
  }
  const token = newCredential('lru')
  await db.transaction().execute(async (trx) => {
    if (!ctx.store.isShared) await trx.deleteFrom('setup_tokens').execute()
    await trx
      .insertInto('setup_tokens')
      .values({ token_hash: hashCredential(token), created_at: isoNow(clock) })
      .execute()
  })
  await writeFile(tokenFile, `${token}\n`, { mode: 0o600 })
  log.info({ file: tokenFile }, 'nobody can sign in yet: open /setup with the one-time token in this file')
}

/** Must run in one transaction with whatever else makes the set-up whole. */
export async function insertFirstAdmin(trx: Trx, clock: Clock, admin: NewAdmin): Promise<StoredUser> {
  const user = await insertUser(trx, {
    id: admin.id,
    email: admin.email.trim(),
    email_key: emailKey(admin.email),
    display_name: admin.displayName,
    role: 'admin',
    policy: null,
    password_hash: admin.passwordHash,
    is_first: 1,
    totp_sealed: null,
    created_at: isoNow(clock),
    last_login_at: null,
  })
  await trx.deleteFrom('setup_tokens').execute()
  return user
}

export async function checkSetupToken(trx: Trx, token: string): Promise<void> {
  if (await hasUsers(trx)) throw conflict('set-up is already done: sign in instead')
  const known = await trx
    .selectFrom('setup_tokens')
    .select('token_hash')
    .where('token_hash', '=', hashCredential(token))
    .executeTakeFirst()
  if (!known) throw unauthenticated('the set-up token is not valid: open the link that the last start printed')
}

export function setupTokenFile(dataDir: string): string {
  return join(dataDir, 'setup-token')
}

async function makeNamedAdmin(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  admin: NewAdmin,
): Promise<void> {
  try {
    await db.transaction().execute((trx) => insertFirstAdmin(trx, clock, admin))
    log.info({ email: admin.email }, 'made the first admin from the environment')
  } catch (error) {
    // Another control plane on the same database was faster.
    if (!(error instanceof ApiError)) throw error
  }
}
