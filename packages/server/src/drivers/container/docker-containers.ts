// Containers of the Docker Engine: which call of its API each wish is, and what its answers mean.
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  type ContainerState,
  DriverError,
  type EngineCommands,
  type EngineContainer,
  type EngineContainers,
  type ListedContainer,
  type LogLine,
  type LogOptions,
} from './container.ts'
import { containerBody, type LimitsAnswer, readLimits, updateBody } from './container-body.ts'
import { asConflict, unlessMissing } from './docker-errors.ts'
import type { EngineHttp } from './engine-http.ts'
import { parseListeningPorts } from './listening-ports.ts'
import { readFrames, readLogLines } from './log-frames.ts'

export function dockerContainers(connection: EngineHttp, commands: EngineCommands): EngineContainers {
  const path = (id: string, what: string) => `/containers/${encodeURIComponent(id)}${what}`

  async function inspect(id: string, signal: AbortSignal): Promise<InspectedContainer> {
    return connection.send({ method: 'GET', path: path(id, '/json'), signal })
  }

  return {
    async listContainers(labels, signal) {
      const label = Object.entries(labels).map(([key, value]) => `${key}=${value}`)
      const query = { all: '1', filters: JSON.stringify({ label }) }
      const rows = await connection.send<ListedAnswer[]>({ method: 'GET', path: '/containers/json', query, signal })
      return rows.map(readListed)
    },
    async inspectContainer(id, signal) {
      return readContainer(await inspect(id, signal))
    },
    async createContainer(spec, signal) {
      const query = { name: spec.name }
      const body = containerBody(spec)
      const call = { method: 'POST', path: '/containers/create', query, body, signal } as const
      return (await connection.send<{ Id: string }>(call)).Id
    },
    async updateResources(id, resources, signal) {
      const hasCpuset = (await inspect(id, signal)).HostConfig.CpusetCpus !== ''
      const allCpus = hasCpuset && resources.cpuset === undefined ? await listCpus(connection, signal) : ''
      const body = updateBody(resources, allCpus)
      await connection.send({ method: 'POST', path: path(id, '/update'), body, signal })
    },
    async startContainer(id, signal) {
      await connection.send({ method: 'POST', path: path(id, '/start'), signal }).catch((error: unknown) => {
        throw asConflict(error, /already (?:allocated|in use)/i)
      })
    },
    async stopContainer(id, graceSeconds, signal) {
      await connection.send({ method: 'POST', path: path(id, '/stop'), query: { t: String(graceSeconds) }, signal })
    },
    async killContainer(id, signalName, signal) {
      await connection.send({ method: 'POST', path: path(id, '/kill'), query: { signal: signalName }, signal })
    },
    async removeContainer(id, signal) {
      const query = { force: '1', v: '1' }
      try {
        await unlessMissing(connection.send({ method: 'DELETE', path: path(id, ''), query, signal }))
      } catch (error) {
        if (!(error instanceof DriverError && /already in progress/i.test(error.message))) throw error
        const gone = { condition: 'removed' }
        await unlessMissing(connection.send({ method: 'POST', path: path(id, '/wait'), query: gone, signal }))
      }
    },
    async waitContainer(id, signal) {
      const answer = await connection.send<{ StatusCode: number }>({ method: 'POST', path: path(id, '/wait'), signal })
      return { exitCode: answer.StatusCode }
    },
    logs: (id, options, signal) => followLogs(connection, path(id, '/logs'), options, signal),
    async unpackInto(id, folder, archive, signal) {
      const query = { path: folder, noOverwriteDirNonDir: '1' }
      const tar = Readable.from([archive])
      await connection.send({ method: 'PUT', path: path(id, '/archive'), query, tar, signal })
    },
    async readListeningPorts(id, signal) {
      const { Id, State } = await inspect(id, signal)
      if (State.Pid === 0) throw new DriverError('conflict', `container ${id} does not run`)
      const tables = connection.isLocal ? await readSocketTables(State.Pid, Id) : undefined
      if (tables !== undefined) return parseListeningPorts(tables)
      const command = ['cat', '/proc/net/tcp', '/proc/net/tcp6']
      const { stdout } = await commands.exec(id, { command, maxOutputBytes: 4 * 1024 * 1024, signal })
      // A machine without IPv6 lacks the second table, and that alone makes `cat` fail.
      if (!stdout.includes('local_address'))
        throw new DriverError('failed', `cannot look into container ${id}: ${stdout.trim().slice(0, 300)}`)
      return parseListeningPorts(stdout)
    },
  }
}

async function* followLogs(
  connection: EngineHttp,
  path: string,
  options: LogOptions,
  signal: AbortSignal,
): AsyncGenerator<LogLine> {
  const { tail, since, until, follow = false, timestamps = false } = options
  const query = {
    stdout: '1',
    stderr: '1',
    follow: String(follow),
    timestamps: String(timestamps),
    tail: tail === undefined ? 'all' : String(tail),
    ...(since === undefined ? {} : { since: unixTime(since) }),
    ...(until === undefined ? {} : { until: unixTime(until) }),
  }
  const answer = await connection.open({ method: 'GET', path, query, signal })
  try {
    yield* readLogLines(readFrames(answer), { timestamps })
  } catch (error) {
    if (signal.aborted) return
    if (error instanceof DriverError) throw error
    throw new DriverError('unreachable', 'the engine closed its log stream', { cause: error })
  }
}

/** Seconds and their fraction, to the nanosecond where the moment is known that well. */
function unixTime(moment: Date | string): string {
  if (typeof moment !== 'string') return (moment.getTime() / 1000).toFixed(3)
  const [, second = '', fraction = ''] = /^(.+)\.(\d{9})Z$/.exec(moment) ?? []
  return `${Date.parse(`${second}Z`) / 1000}.${fraction}`
}

/** Undefined where they cannot be read, or where that process is not the container's: reused, or another machine's. */
async function readSocketTables(pid: number, id: string): Promise<string | undefined> {
  try {
    if (!(await readFile(`/proc/${pid}/cgroup`, 'utf8')).includes(id)) return undefined
    const tables = [await readFile(`/proc/${pid}/net/tcp`, 'utf8')]
    tables.push(await readFile(`/proc/${pid}/net/tcp6`, 'utf8').catch(() => ''))
    return tables.join('\n')
  } catch {
    return undefined
  }
}

async function listCpus(connection: EngineHttp, signal: AbortSignal): Promise<string> {
  const { NCPU } = await connection.send<{ NCPU: number }>({ method: 'GET', path: '/info', signal })
  return `0-${NCPU - 1}`
}

interface Networks {
  Networks: Record<string, { IPAddress?: string }> | null
}

interface ListedAnswer {
  Id: string
  Names: string[]
  ImageID: string
  Labels: Record<string, string> | null
  State: ContainerState
  Created: number
  NetworkSettings: Networks | null
}

interface InspectedContainer {
  Id: string
  Name: string
  Created: string
  Image: string
  Config: { Labels: Record<string, string> | null }
  State: {
    Status: ContainerState
    ExitCode: number
    OOMKilled: boolean
    StartedAt: string
    FinishedAt: string
    Error: string
    Pid: number
    Health?: { Status: string }
  }
  HostConfig: LimitsAnswer
  NetworkSettings: Networks
}

function readListed(row: ListedAnswer): ListedContainer {
  return {
    id: row.Id,
    name: row.Names[0]?.replace(/^\//, '') ?? '',
    labels: row.Labels ?? {},
    imageId: row.ImageID,
    state: row.State,
    addresses: readAddresses(row.NetworkSettings),
    createdAt: new Date(row.Created * 1000),
  }
}

function readContainer(found: InspectedContainer): EngineContainer {
  const { State: state } = found
  const hasEnded = state.Status === 'exited' || state.Status === 'dead' || state.ExitCode !== 0
  return {
    id: found.Id,
    name: found.Name.replace(/^\//, ''),
    labels: found.Config.Labels ?? {},
    imageId: found.Image,
    state: state.Status,
    addresses: readAddresses(found.NetworkSettings),
    createdAt: new Date(found.Created),
    exitCode: hasEnded ? state.ExitCode : undefined,
    oomKilled: state.OOMKilled,
    startedAt: readTime(state.StartedAt),
    finishedAt: readTime(state.FinishedAt),
    error: state.Error,
    health: readHealth(state.Health?.Status),
    pid: state.Pid,
    resources: readLimits(found.HostConfig),
  }
}

function readAddresses(settings: Networks | null): Record<string, string> {
  const pairs = Object.entries(settings?.Networks ?? {}).map(([network, { IPAddress = '' }]) => [network, IPAddress])
  return Object.fromEntries(pairs.filter(([, address]) => address !== ''))
}

/** The engine's "never" is the first second of year 1. */
function readTime(text: string): Date | undefined {
  return text === '' || text.startsWith('0001-') ? undefined : new Date(text)
}

function readHealth(status: string | undefined): EngineContainer['health'] {
  return status === 'starting' || status === 'healthy' || status === 'unhealthy' ? status : undefined
}
