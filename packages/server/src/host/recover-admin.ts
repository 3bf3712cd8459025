// `levelrail recover-admin`: the way back in for whoever holds the machine. Works beside a running control plane,
// straight on its database, which it finds by the same APP_* variables.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { StoredAuditTrail } from '../features/audit/audit-trail.ts'
import { recoverAdmin } from '../features/users/recover-admin.ts'
import { systemClock } from '../lib/clock.ts'
import { hashPassword } from '../lib/password.ts'
import { BadSettings, readSettings, type Settings } from '../settings.ts'
import { openPostgres } from '../store/dialects/postgres.ts'
import { openSqlite, stateExists } from '../store/dialects/sqlite.ts'
import type { Store } from '../store/store.ts'

const usage = `Usage: levelrail recover-admin --email ADDRESS [--password-stdin]

Gives that person the role admin and a new password, takes their second factor off and ends their sessions.
Without --password-stdin a password is made and printed. A person who does not exist yet is added.

Run it on the machine of the control plane, with the same APP_DATA_DIR or APP_DATABASE_URL.
`
const exitCodes = { ok: 0, usage: 1, validation: 2, store: 4 }

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const asked = readArguments(args)
  if (typeof asked === 'number') return asked
  const given = asked.isFromStdin ? readFileSync(0, 'utf8').split('\n')[0] : undefined
  if (given !== undefined && (given.length < 10 || given.length > 200))
    return fail('the password must have 10 to 200 characters', exitCodes.validation)
  if (!/^[^\s@]+@[^\s@]+$/.test(asked.email))
    return fail(`${JSON.stringify(asked.email)} is not an e-mail address`, exitCodes.validation)
  const password = given ?? randomBytes(12).toString('base64url')
  try {
    const isNew = await recover(readSettings(process.env).settings, asked.email, password)
    process.stderr.write(`${isNew ? 'Added' : 'Recovered'} the admin ${asked.email}. Sign in with the new password.\n`)
    if (given === undefined) process.stdout.write(`${password}\n`)
    return exitCodes.ok
  } catch (error) {
    return fail(
      error instanceof Error ? error.message : String(error),
      error instanceof BadSettings ? exitCodes.validation : exitCodes.store,
    )
  }
}

async function recover(settings: Settings, email: string, password: string): Promise<boolean> {
  const store = await openStore(settings)
  try {
    const audit = new StoredAuditTrail(store.db, systemClock, () => {})
    return await recoverAdmin(
      { db: store.db, clock: systemClock, audit },
      { email, passwordHash: await hashPassword(password) },
    )
  } finally {
    await store.close()
  }
}

async function openStore(settings: Settings): Promise<Store> {
  const now = new Date()
  if (settings.APP_DATABASE_URL) return openPostgres({ url: settings.APP_DATABASE_URL, now, onError: () => {} })
  if (!stateExists(settings.APP_DATA_DIR))
    throw new Error(
      `there is no state in ${settings.APP_DATA_DIR}: set APP_DATA_DIR to the folder of the control plane`,
    )
  return openSqlite({ dataDir: settings.APP_DATA_DIR, now, exclusive: false })
}

function readArguments(args: string[]): { email: string; isFromStdin: boolean } | number {
  try {
    const { values } = parseArgs({
      args,
      options: { email: { type: 'string' }, 'password-stdin': { type: 'boolean' }, help: { type: 'boolean' } },
    })
    if (values.help) {
      process.stdout.write(usage)
      return exitCodes.ok
    }
    if (values.email === undefined) return fail(`--email is missing\n\n${usage}`, exitCodes.usage)
    return { email: values.email, isFromStdin: values['password-stdin'] === true }
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`, exitCodes.usage)
  }
}

function fail(message: string, code: number): number {
  process.stderr.write(`error: ${message}\n`)
  return code
}
