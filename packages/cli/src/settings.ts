// What a run goes by: options first, then the environment, then the sign-in. The only reader of the environment.
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { type Credentials, readCredentials } from './credentials.ts'
import { parseDuration } from './duration.ts'
import { invalid } from './exit-codes.ts'
import type { GlobalValues } from './options.ts'

export type Credential = { kind: 'none' } | { kind: 'token'; token: string } | { kind: 'session'; session: string }

export interface Settings {
  apiUrl: string
  credential: Credential
  /** The sign-in kept on this computer, whether or not this run uses it. */
  signIn: Credentials | undefined
  credentialsFile: string
  timeoutMs: number
  json: boolean
}

type Environment = Record<string, string | undefined>

export const defaultApiUrl = 'http://127.0.0.1:8080'

export async function readSettings(env: Environment, globals: GlobalValues): Promise<Settings> {
  const credentialsFile = credentialsPath(env)
  const signIn = await readCredentials(credentialsFile)
  const apiUrl = checkedUrl(globals['api-url'] ?? (env.APP_API_URL || signIn?.api_url || defaultApiUrl))
  return {
    apiUrl,
    credential: await credentialFor(apiUrl, signIn, env, globals['token-file']),
    signIn,
    credentialsFile,
    timeoutMs: timeoutOf(globals.timeout ?? '30s'),
    json: globals.json,
  }
}

export function isColorWanted(env: Environment, isRefused: boolean): boolean {
  return !isRefused && !env.NO_COLOR && env.TERM !== 'dumb'
}

async function credentialFor(
  apiUrl: string,
  signIn: Credentials | undefined,
  env: Environment,
  tokenFile: string | undefined,
): Promise<Credential> {
  const token = tokenFile === undefined ? env.APP_API_TOKEN?.trim() : await readToken(tokenFile)
  if (token) return { kind: 'token', token: checkedToken(token) }
  // A sign-in belongs to the address it was made at and is sent nowhere else.
  return signIn?.api_url === apiUrl ? { kind: 'session', session: signIn.session } : { kind: 'none' }
}

async function readToken(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: Error) => {
    throw invalid(`cannot read the token file: ${cause.message}`)
  })
  if (text.trim() === '') throw invalid(`the token file ${path} is empty`)
  return text.trim()
}

function checkedToken(token: string): string {
  if (!/^[\x21-\x7e]+$/.test(token)) throw invalid('the API token holds spaces or signs that no token has')
  return token
}

function credentialsPath(env: Environment): string {
  const config = env.XDG_CONFIG_HOME
  return join(config && isAbsolute(config) ? config : join(homedir(), '.config'), 'levelrail', 'credentials.json')
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw invalid(`the API address "${text}" is not usable`, `write it like ${defaultApiUrl}`)
  }
  return url.href.replace(/\/+$/, '')
}

function timeoutOf(text: string): number {
  const ms = parseDuration(text)
  if (!ms || ms > 3_600_000) throw invalid(`--timeout "${text}" is not usable`, 'write it like 30s, at most 1h')
  return ms
}
