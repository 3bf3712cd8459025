// An engine of the test's own, which it may kill: a second dockerd in a network namespace of its own, with its own files.
// The engine that others use is not touched. Needs root; its containers cannot be reached over the network from here.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { onTestFinished } from 'vitest'
import type { ContainerEngine } from '../../src/drivers/container/container.ts'
import { dockerEngine } from '../../src/drivers/container/docker.ts'

export interface OwnEngine {
  host: string
  engine: ContainerEngine
  /** Where it keeps all that it has. */
  dataDir: string
  /** As `kill -9` would; its containers are left to themselves until the next start finds them. */
  kill(): Promise<void>
  start(): Promise<void>
}

export const canRunOwnEngine = process.getuid?.() === 0 && process.platform === 'linux'

/** With a size, its data is on a disk of its own, in memory, that can be filled without harm to anybody. */
export async function ownEngine({ diskMiB }: { diskMiB?: number } = {}): Promise<OwnEngine> {
  const dir = mkdtempSync(join(tmpdir(), 'levelrail-engine-'))
  const socket = join(dir, 'engine.sock')
  const host = `unix://${socket}`
  // Whatever the machine's own engine is configured to is not for this one.
  const config = join(dir, 'engine.json')
  writeFileSync(config, '{}')
  const engine = dockerEngine(host)
  const dataDir = join(dir, 'data')
  let child: ChildProcess | undefined
  let output = ''
  const ended = () => new Promise((resolve) => (child?.exitCode === null ? child.once('exit', resolve) : resolve(0)))
  const start = async () => {
    const files = ['--data-root', dataDir, '--exec-root', join(dir, 'exec'), '-p', join(dir, 'pid')]
    // Where nobody reaps the dead, a number in these files would pass for a process that lives.
    for (const file of ['pid', 'exec/containerd/containerd.pid']) rmSync(join(dir, file), { force: true })
    const flags = ['--host', host, '--cgroup-parent', '/levelrail-own-engine', '--config-file', config]
    child = spawn('unshare', ['--net', 'dockerd', ...files, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)))
    const deadline = Date.now() + 60_000
    while (!(await engine.ping(AbortSignal.timeout(2000)).catch(() => undefined))) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`the engine did not start:\n${output.slice(-3000)}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  onTestFinished(async () => {
    child?.kill('SIGTERM')
    await ended()
    for (const mount of mountsUnder(dir)) spawnSync('umount', ['--lazy', mount])
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  })
  if (diskMiB !== undefined) mountDisk(dataDir, diskMiB)
  await start()
  return {
    host,
    engine,
    dataDir,
    start,
    async kill() {
      child?.kill('SIGKILL')
      await ended()
    },
  }
}

/** Copies an image from one engine's socket to another's. */
export async function copyImage(from: string, to: string, image: string): Promise<void> {
  const tar = await ask(from, 'GET', `/images/${encodeURIComponent(image)}/get`)
  await new Promise<void>((resolve, reject) => {
    const loading = request(
      { socketPath: to, method: 'POST', path: '/images/load', headers: { 'content-type': 'application/x-tar' } },
      (answer) => answer.resume().on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error('load')))),
    )
    loading.on('error', reject)
    pipeline(tar, loading).catch(reject)
  })
}

function ask(socketPath: string, method: string, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => request({ socketPath, method, path }, resolve).on('error', reject).end())
}

function mountDisk(place: string, sizeMiB: number): void {
  mkdirSync(place)
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m`, 'levelrail-test', place])
  if (status !== 0) throw new Error(`no disk for the engine: ${String(stderr)}`)
}

function mountsUnder(dir: string): string[] {
  const places = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
  return places.filter((place) => place.startsWith(`${dir}/`)).toReversed()
}
