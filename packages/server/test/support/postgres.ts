// A real PostgreSQL for tests: a cluster of its own in a temporary folder, on loopback, gone afterwards.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './server.ts'

export interface TestPostgres {
  /** A new, empty database in the cluster. */
  newDatabase(): Promise<string>
  /** Ends every connection, is away while the work runs, and comes back at the same address. */
  restart(whileAway: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

const binariesRoot = '/usr/lib/postgresql'

/** `initdb` and `postgres` refuse to run as root: as root they run as the user that Debian's package made. */
export async function startPostgres(): Promise<TestPostgres> {
  const binaries = findBinaries()
  const owner = process.getuid?.() === 0 ? userIds('postgres') : undefined
  const folder = mkdtempSync(join(tmpdir(), 'levelrail-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'levelrail', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    {
      ...owner,
      cwd: folder,
      encoding: 'utf8',
    },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const options = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: '100',
  }
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const base = `postgres://levelrail@127.0.0.1:${port}`
  const start = async () => {
    const started = spawn(join(binaries, 'postgres'), ['-D', data, ...flags], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    })
    await untilAnswering(`${base}/postgres`, started)
    return started
  }
  let server = await start()
  let count = 0
  return {
    async newDatabase() {
      const name = `test_${++count}`
      await query(`${base}/postgres`, `create database ${name}`)
      return `${base}/${name}`
    },
    async restart(whileAway) {
      await end(server, 'SIGINT')
      await whileAway().finally(async () => {
        server = await start()
      })
    },
    async stop() {
      await end(server, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.on('exit', resolve))
  server.kill(signal)
  await ended
}

function findBinaries(): string {
  const versions = existsSync(binariesRoot) ? readdirSync(binariesRoot).sort((a, b) => Number(b) - Number(a)) : []
  const [newest] = versions.filter((version) => existsSync(join(binariesRoot, version, 'bin/initdb')))
  if (!newest) throw new Error('no PostgreSQL server on this machine: apt-get install postgresql')
  return join(binariesRoot, newest, 'bin')
}

function userIds(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

async function untilAnswering(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (server.exitCode !== null) throw new Error('postgres ended at its start')
    const isThere = await query(url, 'select 1').then(
      () => true,
      () => false,
    )
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('postgres did not answer in 30 s')
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
