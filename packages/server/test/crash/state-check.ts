// Compares what clients were told with what is there, and looks for rows that lack what the same transaction wrote.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { stateFile } from '../../src/store/dialects/sqlite.ts'

/** What clients were told is written. */
export interface Ledger {
  tokens: Map<string, { name: string; isRevoked: boolean }>
  users: Map<string, string>
  /** Request ids of every acknowledged write: each must have one audit row. */
  requests: Set<string>
}

export interface Found {
  tokens: { id: string; name: string; revoked_at: string | null }[]
  users: { id: string; email: string }[]
  requests: string[]
}

const settleDeadlineMs = 20_000

/** Acknowledged writes that are not there, or not once. */
export function findMissing(ledger: Ledger, found: Found): string[] {
  const missing: string[] = []
  const tokens = new Map(found.tokens.map((token) => [token.id, token]))
  for (const [id, { name, isRevoked }] of ledger.tokens) {
    const token = tokens.get(id)
    if (token?.name !== name) missing.push(`token ${name}`)
    else if (isRevoked && token.revoked_at === null) missing.push(`revocation of token ${name}`)
  }
  const emails = new Map(found.users.map(({ id, email }) => [id, email]))
  for (const [id, email] of ledger.users) if (emails.get(id) !== email) missing.push(`user ${email}`)
  const times = new Map<string, number>()
  for (const request of found.requests) times.set(request, (times.get(request) ?? 0) + 1)
  for (const request of ledger.requests) {
    if (times.get(request) !== 1) missing.push(`${times.get(request) ?? 0} audit rows instead of 1 of ${request}`)
  }
  return missing
}

/** Beside the running control plane, which has done its recovery by then. */
export function openState(dataDir: string): DatabaseSync {
  return new DatabaseSync(join(dataDir, stateFile), { readOnly: true, timeout: 5000 })
}

/** Everything, where the API would answer only its newest page. */
export function readState(state: DatabaseSync): Found {
  const rows = <T>(query: string) => state.prepare(query).all() as unknown as T[]
  return {
    tokens: rows('select id, name, revoked_at from tokens'),
    users: rows('select id, email from users'),
    requests: rows<{ request_id: string }>('select request_id from audit_log').map(({ request_id }) => request_id),
  }
}

/** Rows since then whose counterpart of the same transaction is missing. */
export function findHalfWritten(state: DatabaseSync, since: string): string[] {
  const pairs = [
    { table: 'tokens', action: 'tokenCreate' },
    { table: 'users', action: 'userCreate' },
  ]
  const lines = pairs.flatMap(({ table, action }) => {
    const audited = `select resource from audit_log where action = '${action}' and at >= :since and status < 400`
    return [
      `select '${table} without audit row: ' || id as line from ${table}
        where created_at >= :since and '${table}/' || id not in (${audited})${table === 'users' ? ' and is_first = 0' : ''}`,
      `select 'audit row of ${action} without its row: ' || resource as line from (${audited})
        where resource not in (select '${table}/' || id from ${table})`,
    ]
  })
  lines.push(
    `select 'token without owner: ' || id as line from tokens
      where created_at >= :since and owner_id not in (select id from users)`,
    `select 'audit rows of one request: ' || request_id as line from audit_log
      where at >= :since group by request_id having count(*) > 1`,
  )
  const found = lines.flatMap((query) => state.prepare(query).all({ since }))
  const check = since === '' ? state.prepare('pragma integrity_check').all() : []
  const damage = check.map(({ integrity_check }) => String(integrity_check)).filter((text) => text !== 'ok')
  return [...found.map(({ line }) => String(line)), ...damage]
}

export function countAudited(state: DatabaseSync, action: string, resource: string, since: string): number {
  const query = 'select count(*) as n from audit_log where at >= ? and action = ? and resource = ? and status < 400'
  return Number(state.prepare(query).get(since, action, resource)?.n)
}

/** Work that a kill cut off must end by itself, with one active signing key and none half published. */
export async function untilSettled(state: DatabaseSync): Promise<string[]> {
  const deadline = Date.now() + settleDeadlineMs
  const running = state.prepare("select id from workflows where status = 'running'")
  while (running.get() && Date.now() < deadline) await sleep(20)
  const stuck = running.all().map(({ id }) => `workflow still runs: ${String(id)}`)
  const keys = state.prepare("select state from signing_keys where state != 'retiring'").all()
  const states = keys.map((key) => String(key.state)).join()
  return states === 'active' ? stuck : [...stuck, `signing keys in states ${states}`]
}
