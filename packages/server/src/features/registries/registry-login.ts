// Who we are to a registry: opens a credential for the engine, and remembers how it went.
import { boxFor, type Context } from '../../context.ts'
import type { RegistryLogin } from '../../drivers/container/container.ts'
import { notFound } from '../../errors.ts'
import { isoNow } from '../../lib/clock.ts'
import { redact } from '../../lib/redact.ts'
import { chooseCredential, passwordPlace } from './registry-credential.ts'
import { listCredentials } from './registry-view.ts'

export interface ChosenLogin {
  credentialId: string
  login: RegistryLogin
}

/** For a pull from this registry; `words` are for the log of the deploy. */
export async function chooseLogin(
  ctx: Pick<Context, 'db' | 'box'>,
  wanted: string,
  registry: string,
): Promise<{ chosen: ChosenLogin | undefined; words: string }> {
  const { id, words } = chooseCredential(wanted, registry, await listCredentials(ctx.db))
  return { chosen: id === undefined ? undefined : { credentialId: id, login: await openLogin(ctx, id) }, words }
}

export async function openLogin(ctx: Pick<Context, 'db' | 'box'>, id: string): Promise<RegistryLogin> {
  const row = await ctx.db.selectFrom('registry_credentials').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('registry credential', id)
  const password = boxFor(ctx, 'a registry credential').open(passwordPlace(id), row.password_sealed)
  return { registry: row.registry_host, username: row.username, password }
}

/** Never with the password in it, whatever a registry answers. */
export function safeAnswer({ password }: RegistryLogin, answer: string): string {
  return redact(answer, [password.reveal()]).slice(0, 1000)
}

export async function noteUse(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  { credentialId, login }: ChosenLogin,
  result: string,
): Promise<void> {
  await db
    .updateTable('registry_credentials')
    .set({ last_used_at: isoNow(clock), last_result: safeAnswer(login, result) })
    .where('id', '=', credentialId)
    .execute()
}
