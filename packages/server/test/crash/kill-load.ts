// Kills the real control plane again and again while clients write to it, and looks after each restart whether every
// acknowledged write is there, once, with its audit row, and whether anything was written by half.
// A write counts as acknowledged when its 2xx answer was read to the end. The ledger of those is in this process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, adminEnv, type Credential, signIn, succeed } from '../support/admin-api.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import {
  countAudited,
  type Found,
  findHalfWritten,
  findMissing,
  type Ledger,
  openState,
  readState,
  untilSettled,
} from './state-check.ts'

export interface KillReport {
  kills: number
  acknowledged: number
  /** Acknowledged writes that a restart did not find, one line each. */
  lost: string[]
  /** Rows without their counterpart in the same transaction, one line each. */
  half_written: string[]
  seconds: number
}

/** A person whose display name counts up, one request at a time. */
interface Counter {
  userId: string
  acknowledged: number
  sent: number
}

interface Round {
  server: RunningServer
  session: Credential
  ledger: Ledger
  counter: Counter
  /** Where the counter stood when the round began. */
  from: number
  number: number
  since: string
  isKilled: boolean
}

const shortestLoadMs = 10
const longestLoadMs = 400
const tokenWriters = 3
const roundsPerRotation = 5

export async function killUnderLoad(kills: number, onKill: (count: number) => void = () => {}): Promise<KillReport> {
  const startedAt = Date.now()
  const dataDir = mkdtempSync(join(tmpdir(), 'levelrail-crash-'))
  const report: KillReport = { kills: 0, acknowledged: 0, lost: [], half_written: [], seconds: 0 }
  const all = emptyLedger()
  let running: RunningServer | undefined
  try {
    const { session, counter } = await prepare(dataDir)
    for (let number = 1; number <= kills; number++) {
      running ??= await startServer({ dataDir })
      const round = await loadUntilKilled(running, session, counter, number)
      report.kills++
      addTo(all, round.ledger)
      running = await startServer({ dataDir })
      await checkAfterRestart(running, round, report)
      onKill(number)
    }
    const state = openState(dataDir)
    report.lost.push(...findMissing(all, readState(state)))
    report.half_written.push(...findHalfWritten(state, ''))
    state.close()
    return { ...report, acknowledged: all.requests.size, seconds: Math.round((Date.now() - startedAt) / 1000) }
  } finally {
    await running?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function prepare(dataDir: string): Promise<{ session: Credential; counter: Counter }> {
  const server = await startServer({ dataDir, env: adminEnv })
  try {
    const session = await signIn(server.url)
    const user = newUser('counter@example.com', '0')
    const { body } = await succeed<{ id: string }>(server.url, session, 'POST', '/api/v1/users', user)
    return { session, counter: { userId: body.id, acknowledged: 0, sent: 0 } }
  } finally {
    await server.stop()
  }
}

async function loadUntilKilled(
  server: RunningServer,
  session: Credential,
  counter: Counter,
  number: number,
): Promise<Round> {
  const since = new Date().toISOString()
  const from = counter.acknowledged
  const round: Round = { server, session, counter, from, number, since, ledger: emptyLedger(), isKilled: false }
  const writers = Array.from({ length: tokenWriters }, (_, writer) => writeTokens(round, writer))
  writers.push(writeUsers(round), countUp(round))
  if (number % roundsPerRotation === 0) writers.push(rotateKey(round))
  const writing = Promise.all(writers)
  await Promise.race([writing, sleep(shortestLoadMs + Math.random() * (longestLoadMs - shortestLoadMs))])
  round.isKilled = true
  server.kill('SIGKILL')
  await server.ended
  await writing
  return round
}

/** Makes tokens, and revokes every third one that it made. */
async function writeTokens(round: Round, writer: number): Promise<void> {
  for (let count = 1; !round.isKilled; count++) {
    const name = `round ${round.number} writer ${writer} token ${count}`
    const made = await write<{ id: string }>(round, 'POST', '/api/v1/auth/tokens', { name, abilities: ['read'] })
    if (!made) return
    const token = { name, isRevoked: false }
    round.ledger.tokens.set(made.body.id, token)
    if (count % 3 !== 0) continue
    if (await write(round, 'DELETE', `/api/v1/auth/tokens/${made.body.id}`)) token.isRevoked = true
  }
}

async function writeUsers(round: Round): Promise<void> {
  for (let count = 1; !round.isKilled; count++) {
    const email = `round-${round.number}-user-${count}@example.com`
    const made = await write<{ id: string }>(round, 'POST', '/api/v1/users', newUser(email, email))
    if (made) round.ledger.users.set(made.body.id, email)
  }
}

async function countUp(round: Round): Promise<void> {
  const { counter } = round
  while (!round.isKilled) {
    counter.sent++
    const display_name = String(counter.sent)
    if (await write(round, 'PATCH', `/api/v1/users/${counter.userId}`, { display_name }))
      counter.acknowledged = counter.sent
  }
}

async function rotateKey(round: Round): Promise<void> {
  await write(round, 'POST', '/api/v1/system/signing-keys/rotate')
}

/** The answer of an acknowledged write, or undefined when the kill came first. */
async function write<T>(round: Round, method: string, path: string, body?: unknown): Promise<Answer<T> | undefined> {
  try {
    const answer = await succeed<T>(round.server.url, round.session, method, path, body)
    round.ledger.requests.add(answer.requestId)
    return answer
  } catch (error) {
    // After the kill, a broken connection; before it, nothing may fail.
    if (!round.isKilled || (error instanceof Error && error.message.includes('answered'))) throw error
    return undefined
  }
}

/** What this round wrote, asked through the API of a new process on the same folder. */
async function checkAfterRestart(server: RunningServer, round: Round, report: KillReport): Promise<void> {
  const { ledger, counter, session, since } = round
  const get = async <T>(path: string) => (await succeed<T>(server.url, session, 'GET', path)).body
  const found: Found = {
    tokens: await get('/api/v1/auth/tokens'),
    users: await get('/api/v1/users?limit=200'),
    requests: await auditedSince(server, session, since),
  }
  report.lost.push(...findMissing(ledger, found))
  const { display_name } = await get<{ display_name: string }>(`/api/v1/users/${counter.userId}`)
  const reached = Number(display_name)
  if (reached < counter.acknowledged || reached > counter.sent)
    report.lost.push(`the count was acknowledged up to ${counter.acknowledged}, found at ${reached}`)
  counter.acknowledged = reached
  counter.sent = reached
  const state = openState(server.dataDir)
  report.half_written.push(...findHalfWritten(state, since), ...(await untilSettled(state)))
  const audited = countAudited(state, 'userUpdate', `users/${counter.userId}`, since)
  if (audited !== reached - round.from)
    report.half_written.push(`the count went from ${round.from} to ${reached} with ${audited} audit rows`)
  state.close()
}

async function auditedSince(server: RunningServer, session: Credential, since: string): Promise<string[]> {
  const requests: string[] = []
  let path: string | undefined = `/api/v1/audit-log?limit=200&from=${since}`
  while (path) {
    const { body, headers }: Answer<{ request_id: string }[]> = await succeed(server.url, session, 'GET', path)
    requests.push(...body.map(({ request_id }) => request_id))
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  return requests
}

function newUser(email: string, display_name: string) {
  return { email, display_name, password: 'a password for nobody', role: 'viewer' }
}

function emptyLedger(): Ledger {
  return { tokens: new Map(), users: new Map(), requests: new Set() }
}

function addTo(all: Ledger, { tokens, users, requests }: Ledger): void {
  for (const [id, token] of tokens) all.tokens.set(id, token)
  for (const [id, email] of users) all.users.set(id, email)
  for (const request of requests) all.requests.add(request)
}
