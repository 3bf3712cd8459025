// Starts what is measured, and reads what the kernel says of it. Linux only, like the product.
import { execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../test/support/server.ts'
import type { Load, Loaded } from './load.ts'

export interface Measured {
  pid: number
  url: string
  /** From the spawn to the first 200 of /readyz. */
  startMs: number
  stop(): Promise<void>
}

const repository = join(import.meta.dirname, '../../..')
const node = join(repository, 'node_modules/.bin/node')
/** Those of `levelrail server`, so that what is beside it differs by what it does alone. */
const productFlags = ['--max-semi-space-size=2', '--disable-warning=ExperimentalWarning']
const ticksPerSecond = 100

export async function startProduct(dataDir: string, env: Record<string, string>): Promise<Measured> {
  const port = await freePort()
  return start([join(repository, 'bin/levelrail.mjs'), 'server'], port, {
    APP_DATA_DIR: dataDir,
    APP_HTTP_ADDR: `127.0.0.1:${port}`,
    APP_INGRESS_HTTP_ADDR: 'off',
    APP_INGRESS_HTTPS_ADDR: 'off',
    ...env,
  })
}

export async function startBare(file: string): Promise<Measured> {
  const port = await freePort()
  const script = join(import.meta.dirname, 'bare-server.ts')
  return start([...productFlags, script, String(port), file], port, {})
}

async function start(args: string[], port: number, env: Record<string, string>): Promise<Measured> {
  const startedAt = performance.now()
  const child = spawn(node, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`it ended at its start: ${complaint}`)
    await sleep(5)
  }
  const startMs = performance.now() - startedAt
  return {
    pid: child.pid ?? 0,
    url,
    startMs,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(`${url}/readyz`, (response) => resolve(response.resume().statusCode === 200)).on('error', () => resolve(false))
  })
}

export async function runLoad(load: Load): Promise<Loaded> {
  const script = join(import.meta.dirname, 'load.ts')
  const { stdout } = await promisify(execFile)(node, [script, JSON.stringify(load)], { encoding: 'utf8' })
  return JSON.parse(stdout)
}

export function memoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 102.4) / 10
}

/** User and system time since the start, of the process and of the children that it has waited for. */
export function cpuSeconds(pid: number): number {
  const { fields } = statOf(pid)
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / ticksPerSecond
}

/** Milliseconds that all threads of a process ran so far, finer than the ticks of `cpuSeconds`. */
export function busyMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.reduce((sum, thread) => sum + runMs(pid, thread), 0)
}

function runMs(pid: number, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    // It ended while we looked.
    return 0
  }
}

export function parentOf(pid: number): number {
  return Number(statOf(pid).fields[1])
}

/** Of a process and all that it started: PostgreSQL has one process for each connection. */
export function familyCpuSeconds(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), cpuSeconds(pid))
}

export function familyMemoryMb(pid: number): number {
  return Math.round(childrenOf(pid).reduce((sum, child) => sum + memoryMb(child), memoryMb(pid)) * 10) / 10
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => isChild(each, pid))
}

function isChild(pid: number, parent: number): boolean {
  try {
    return parentOf(pid) === parent
  } catch {
    // It ended while we looked.
    return false
  }
}

/** The fields after the name, which may hold blanks and brackets itself. */
function statOf(pid: number): { fields: string[] } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return { fields: text.slice(text.lastIndexOf(')') + 2).split(' ') }
}
