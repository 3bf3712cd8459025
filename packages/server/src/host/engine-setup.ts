// Finds a container engine, or installs and starts Debian's `docker.io` where that is possible.
// An engine that this file installs keeps containers running while it restarts itself (live-restore).
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineVersion } from '../drivers/container/container.ts'
import { dockerEngine } from '../drivers/container/docker.ts'
import { RunError, run } from '../lib/run.ts'
import { type EnginePlan, type HostFacts, planEngine } from './engine-plan.ts'
import { readOsRelease } from './os-release.ts'
import { rememberStarted } from './run-state.ts'
import { rememberStartedUnit } from './started-unit.ts'
import type { Report, Steps } from './steps.ts'

export type EngineSetup =
  | { kind: 'ready'; host: string; version: EngineVersion; startedByUs: boolean }
  | { kind: 'missing'; what: string; how: string[] }

export interface EngineSetupOptions {
  env: NodeJS.ProcessEnv
  /** Where a directly started engine keeps its process file and log. */
  runDir: string
  steps: Steps
  signal: AbortSignal
}

const defaultSocket = '/var/run/docker.sock'
const defaultHost = `unix://${defaultSocket}`
const daemonSettings = '/etc/docker/daemon.json'

export async function setUpEngine(options: EngineSetupOptions): Promise<EngineSetup> {
  const named = options.env.APP_DOCKER_HOST || options.env.DOCKER_HOST
  const host = named || defaultHost
  const version = await pingEngine(host, options.signal)
  if (version !== undefined) return { kind: 'ready', host, version, startedByUs: false }
  if (named)
    return {
      kind: 'missing',
      what: `the container engine at ${host} does not answer`,
      how: ['start that engine, or take APP_DOCKER_HOST and DOCKER_HOST out of the environment'],
    }

  const plan = planEngine(readHostFacts())
  if (plan.kind === 'missing') return plan
  try {
    if (plan.install)
      await options.steps.step('Install the container engine', (report) => installEngine(report, options.signal))
    return await options.steps.step('Start the container engine', () => startEngine(plan.by, host, options))
  } catch (error) {
    options.signal.throwIfAborted()
    return {
      kind: 'missing',
      what: error instanceof Error ? error.message : String(error),
      how: remedies(plan, options),
    }
  }
}

function remedies(plan: EnginePlan, options: EngineSetupOptions): string[] {
  const log = plan.kind === 'start' && plan.by === 'systemd' ? 'journalctl -u docker' : engineLog(options.runDir)
  return [`see why: ${log}`, 'then run `npm run up` again']
}

export async function pingEngine(host: string, signal: AbortSignal): Promise<EngineVersion | undefined> {
  try {
    return await dockerEngine(host).ping(AbortSignal.any([signal, AbortSignal.timeout(3_000)]))
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

async function installEngine(report: Report, signal: AbortSignal): Promise<void> {
  // Written first, because on a systemd host the package starts the engine by itself.
  if (!existsSync(daemonSettings)) {
    mkdirSync('/etc/docker', { recursive: true })
    writeFileSync(daemonSettings, `${JSON.stringify({ 'live-restore': true }, null, 2)}\n`)
  }
  await installPackages(['docker.io', 'iptables'], report, signal)
}

export async function installPackages(packages: string[], report: Report, signal: AbortSignal): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const onLine = (line: string) => report(line.trim())
  // A new machine often holds the lock itself for its first minutes, with updates of its own.
  const wait = ['-o', 'DPkg::Lock::Timeout=300']
  try {
    await run('apt-get', [...wait, 'update'], { env, onLine, signal })
  } catch (error) {
    // One broken source of another vendor fails the whole update; whether that matters, the install shows.
    if (!(error instanceof RunError)) throw error
  }
  const install = ['install', '--yes', '--no-install-recommends', ...packages]
  await run('apt-get', [...wait, ...install], { env, onLine, signal })
}

async function startEngine(by: 'systemd' | 'dockerd', host: string, options: EngineSetupOptions): Promise<EngineSetup> {
  if (by === 'systemd') {
    await run('systemctl', ['enable', '--now', 'docker'], { signal: options.signal })
    rememberStartedUnit(options.runDir, 'docker')
  } else startDockerd(host, options.runDir)
  const version = await waitForEngine(host, options.signal)
  if (version === undefined) throw new Error('the container engine was started but does not answer after 60 s')
  return { kind: 'ready', host, version, startedByUs: true }
}

function startDockerd(host: string, runDir: string): void {
  mkdirSync(runDir, { recursive: true })
  const log = openSync(engineLog(runDir), 'a')
  const child = spawn('dockerd', [`--pidfile=${join(runDir, 'dockerd.pid')}`], {
    stdio: ['ignore', log, log],
    detached: true,
  })
  child.on('error', () => {}) // Then nothing answers, and the wait below says so.
  child.unref()
  if (child.pid !== undefined) rememberStarted(runDir, 'engine', child.pid, host)
}

async function waitForEngine(host: string, signal: AbortSignal): Promise<EngineVersion | undefined> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const version = await pingEngine(host, signal)
    if (version !== undefined) return version
    await sleep(200, undefined, { signal })
  }
  return undefined
}

function engineLog(runDir: string): string {
  return join(runDir, 'dockerd.log')
}

function readHostFacts(): HostFacts {
  const os = readOsRelease()
  return {
    osFamily: [os.id, ...os.idLike],
    osName: os.name,
    isRoot: process.getuid?.() === 0,
    dockerd: findProgram('dockerd'),
    isDenied: existsSync(defaultSocket) && !isAccessible(defaultSocket, constants.R_OK | constants.W_OK),
    hasSystemd: existsSync('/run/systemd/system') && readFileSync('/proc/1/comm', 'utf8').trim() === 'systemd',
  }
}

/** Looks beside the usual places too: an ordinary user's PATH often lacks /usr/sbin. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/local/sbin', '/usr/sbin', '/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => isAccessible(path, constants.X_OK))
}

function isAccessible(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}
