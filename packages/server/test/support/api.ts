// The control plane in this process, over real HTTP, on either database; every answer is held against its schema.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AllRoutes, allRoutes, type RouteId } from '@levelrail/contract/all-routes.ts'
import { type Input, nextCursor } from '@levelrail/contract/client.ts'
import type { ResultOf, Route } from '@levelrail/contract/route.ts'
import { ErrorBody } from '@levelrail/contract/schemas/common.ts'
import pino from 'pino'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, onTestFinished } from 'vitest'
import { type ControlPlane, type Overrides, startControlPlane } from '../../src/compose.ts'
import { readSettings } from '../../src/settings.ts'
import type { Store } from '../../src/store/store.ts'
import { testMasterKey } from './server.ts'
import { postgresForTests } from './stores.ts'

export interface Answer<T> {
  status: number
  /** The result on success; `error` on failure. */
  body: T
  error: string
  headers: Headers
  /** Text of the `session_token` cookie that the answer sets. */
  session: string
  next: string | undefined
}

/** Who calls: `session` text, `token` text, or neither, with `extra` headers. */
export interface As {
  session?: string
  token?: string
  extra?: Record<string, string>
}

export interface Api extends ControlPlane {
  setupToken: string
  call<Id extends RouteId>(
    id: Id,
    input?: Partial<Input<AllRoutes[Id]>>,
    as?: As,
  ): Promise<Answer<ResultOf<AllRoutes[Id]>>>
  raw(path: string, init?: RequestInit): Promise<Response>
}

export const admin = { email: 'ann@example.com', password: 'correct horse battery', display_name: 'Ann' }

export async function startApi(
  kind: Store['kind'],
  env: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<Api> {
  const dataDir = mkdtempSync(join(tmpdir(), 'levelrail-api-'))
  const database = kind === 'postgres' ? { APP_DATABASE_URL: await (await postgresForTests()).newDatabase() } : {}
  const { settings } = readSettings({
    APP_DATA_DIR: dataDir,
    APP_HTTP_ADDR: '127.0.0.1:0',
    APP_INGRESS_HTTP_ADDR: 'off',
    APP_INGRESS_HTTPS_ADDR: 'off',
    APP_MASTER_KEY: testMasterKey,
    APP_DOCKER_HOST: `unix://${dataDir}/no-engine.sock`,
    ...database,
    ...env,
  })
  const faults: string[] = []
  const log = pino(
    { level: 'error' },
    { write: (line) => void (line.includes('a request failed') && faults.push(line)) },
  )
  const controlPlane = await startControlPlane(settings, { log, ...overrides })
  onTestFinished(async () => {
    await controlPlane.stop()
    rmSync(dataDir, { recursive: true, force: true })
    expect(faults).toEqual([])
  })
  const setupToken = env.APP_ADMIN_EMAIL ? '' : readFileSync(join(dataDir, 'setup-token'), 'utf8').trim()
  return {
    ...controlPlane,
    setupToken,
    call: (id, input, as) => call(controlPlane.url, id, input ?? {}, as ?? {}),
    raw: (path, init) => fetch(`${controlPlane.url}${path}`, { redirect: 'manual', ...init }),
  }
}

/** A started control plane with its first admin signed in. */
export async function startWithAdmin(
  kind: Store['kind'],
  env: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<Api & { admin: As }> {
  const api = await startApi(kind, env, overrides)
  const { session, status } = await api.call('setupComplete', { body: { ...admin, token: api.setupToken } })
  expect(status).toBe(201)
  return { ...api, admin: { session } }
}

async function call<Id extends RouteId>(
  url: string,
  id: Id,
  input: Partial<Input<AllRoutes[Id]>>,
  as: As,
): Promise<Answer<ResultOf<AllRoutes[Id]>>> {
  const route: Route = allRoutes[id]
  const {
    params = {},
    query = {},
    body,
  } = input as { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  )
  const response = await fetch(`${url}${path}${search.size > 0 ? `?${search}` : ''}`, {
    method: route.method,
    headers: {
      ...(as.session ? { cookie: `session_token=${as.session}` } : {}),
      ...(as.token ? { authorization: `Bearer ${as.token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...as.extra,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const parsed = isJson ? JSON.parse(text) : text
  fitsContract(route, response, parsed)
  return {
    status: response.status,
    body: parsed,
    error: response.ok ? '' : parsed.error,
    headers: response.headers,
    session: /session_token=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '',
    next: nextCursor(response.headers),
  }
}

const compiled = new Map<TSchema, ReturnType<typeof Compile>>()

/** What is answered is what the contract says, for success and for failure. */
function fitsContract(route: Route, response: Response, body: unknown): void {
  const schema = response.ok ? route.options.result : ErrorBody
  if (!schema) {
    if (!route.options.text) expect(body).toBe('')
    return
  }
  const check = compiled.get(schema) ?? Compile(schema)
  compiled.set(schema, check)
  if (!check.Check(body))
    expect.fail(
      `${route.method} ${route.path}: ${JSON.stringify(check.Errors(body))} in ${JSON.stringify(body).slice(0, 500)}`,
    )
}
