// A control plane on the real engine that dies with -9 at a named place and is started again on the same state, for all
// tests of a file. What it made is removed after them by its label.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { openState } from '../crash/state-check.ts'
import { adminEnv, type Credential, send, signIn, succeed } from './admin-api.ts'
import { deployEnv, removeAllOf } from './deploying.ts'
import { type RunningServer, startServer } from './server.ts'

const imports = [join(import.meta.dirname, 'failpoints.ts')]
const deathDeadlineMs = 90_000

export interface MortalServer {
  dataDir: string
  instanceId(): string
  /** What is stored, read beside the control plane, dead or alive. */
  rows(query: string): Record<string, unknown>[]
  /** Asks the routes of apps; throws what was refused. */
  ask<T>(method: string, path: string, body?: unknown): Promise<T>
  statusOf(path: string): Promise<number>
  /** Asks for something in the course of which the control plane dies. Whether the answer still comes is luck, and told. */
  dieAt(place: string, act: () => Promise<unknown>): Promise<boolean>
  /** It dies there in the course of its next start. */
  dieAtStart(place: string): Promise<void>
  stop(): Promise<void>
  startAgain(): Promise<void>
}

export function withMortalServer(more: Record<string, string> = {}): MortalServer {
  const dataDir = mkdtempSync(join(tmpdir(), 'levelrail-mortal-'))
  const armed = join(dataDir, 'failpoint')
  const env = {
    ...deployEnv(26),
    ...adminEnv,
    APP_DEPLOY_READY_TIMEOUT: '30s',
    LEVELRAIL_FAILPOINT_FILE: armed,
    ...more,
  }
  let server: RunningServer
  let credential: Credential
  let instanceId = ''

  function rows(query: string): Record<string, unknown>[] {
    const state = openState(dataDir)
    try {
      return state.prepare(query).all()
    } finally {
      state.close()
    }
  }
  async function startAgain(): Promise<void> {
    rmSync(armed, { force: true })
    server = await startServer({ dataDir, env, imports, port: server.port })
  }

  beforeAll(async () => {
    server = await startServer({ dataDir, env, imports })
    credential = await signIn(server.url)
    instanceId = String(rows('select instance_id from instance')[0]?.instance_id)
  })
  // A case that failed while the control plane was dead must not take the others with it.
  beforeEach(async () => {
    rmSync(armed, { force: true })
    if ((await Promise.race([server.ended, 'alive'])) !== 'alive') await startAgain()
  })
  afterAll(async () => {
    await server.stop()
    await removeAllOf(instanceId)
    rmSync(dataDir, { recursive: true, force: true })
  })

  return {
    dataDir,
    instanceId: () => instanceId,
    rows,
    ask: async <T>(method: string, path: string, body?: unknown) =>
      (await succeed<T>(server.url, credential, method, `/api/v1/apps${path}`, body)).body,
    statusOf: async (path) => (await send(server.url, credential, 'GET', `/api/v1/apps${path}`)).status,
    async dieAt(place, act) {
      writeFileSync(armed, place)
      const isAnswered = await act().then(
        () => true,
        () => false,
      )
      const late = new Promise((resolve) => setTimeout(resolve, deathDeadlineMs, 'alive').unref())
      expect(await Promise.race([server.ended, late]), `it is killed at ${place}`).toBeNull()
      return isAnswered
    },
    async dieAtStart(place) {
      writeFileSync(armed, place)
      // It may be dead before it was ready.
      await startServer({ dataDir, env, imports, port: server.port }).then(
        ({ ended }) => ended,
        () => {},
      )
      expect(existsSync(armed), `it is killed at ${place}`).toBe(false)
    },
    stop: () => server.stop(),
    startAgain,
  }
}
