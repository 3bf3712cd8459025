// Runs the real launcher as a person would, in a home folder of its own, and a throwaway HTTP server to run it against.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export const launcher = fileURLToPath(new URL('../../../../bin/levelrail.mjs', import.meta.url))

export interface Ended {
  stdout: string
  stderr: string
  code: number | null
}
interface RunOptions {
  stdin?: string
  env?: Record<string, string>
  /** Called once, with the process, as soon as it runs. */
  during?: (child: ChildProcess) => void
}

/** A person with a home folder: what they sign in to stays theirs between runs. */
export interface Person {
  home: string
  credentialsFile: string
  env: Record<string, string>
  run(args: string[], options?: RunOptions): Promise<Ended>
}

export function person(apiUrl?: string): Person {
  const home = mkdtempSync(join(tmpdir(), 'levelrail-cli-'))
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    // Shared, so that each run does not compile all anew.
    XDG_CACHE_HOME: join(tmpdir(), 'levelrail-cli-test-cache'),
    ...(apiUrl ? { APP_API_URL: apiUrl } : {}),
  }
  return {
    home,
    env,
    credentialsFile: join(home, '.config/levelrail/credentials.json'),
    run: (args, options = {}) => runLauncher(args, { ...options, env: { ...env, ...options.env } }),
  }
}

export function forget({ home }: Person): void {
  rmSync(home, { recursive: true, force: true })
}

function runLauncher(args: string[], { stdin, env, during }: RunOptions): Promise<Ended> {
  const child = spawn(process.execPath, [launcher, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.on('error', () => undefined).end(stdin ?? '')
  during?.(child)
  return ended(child)
}

export function ended(child: ChildProcess): Promise<Ended> {
  const texts = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    texts.stdout += chunk
  })
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    texts.stderr += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...texts, code }))
  })
}

/** Answers until the test is over; returns its address. */
export async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}
