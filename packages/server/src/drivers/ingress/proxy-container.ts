// The container of the proxy: how it is made, found and taken away, and commands that stay open in it.
import type { Duplex } from 'node:stream'
import { type ContainerEngine, DriverError, type ListedContainer } from '../container/container.ts'
import { IngressError } from './ingress.ts'
import { home, masterSocket } from './proxy-paths.ts'
import { faultIn } from './proxy-state.ts'

export interface ProxyContainerOptions {
  engine: ContainerEngine
  image: string
  /** Name of the container. */
  name: string
  /** By these it is found again. */
  labels: Record<string, string>
  moreLabels?: Record<string, string>
}

/** There is nobody to ask, and nobody who comes up by itself. */
export class ProxyStopped extends IngressError {
  constructor(cause: unknown) {
    super('unreachable', 'the proxy does not answer: its container does not run', { cause })
  }
}

const stopGraceSeconds = 5
const memoryBytes = 512 * 1024 * 1024

export function proxyContainer(options: ProxyContainerOptions) {
  const { engine, name } = options

  async function find(signal: AbortSignal): Promise<ListedContainer | undefined> {
    return (await engine.listContainers(options.labels, signal)).find((each) => each.name === name)
  }

  /** Stopped or gone. One that the engine starts again is not; nor is one that cannot be looked at. */
  async function isStopped(signal: AbortSignal): Promise<boolean> {
    try {
      const state = (await find(signal))?.state
      return state === undefined || ['created', 'exited', 'dead', 'removing'].includes(state)
    } catch (error) {
      if (error instanceof DriverError) return false
      throw error
    }
  }

  async function stop(id: string, signal: AbortSignal): Promise<void> {
    await engine.stopContainer(id, stopGraceSeconds, signal)
  }

  async function remove(id: string, signal: AbortSignal): Promise<void> {
    await stop(id, signal)
    await engine.removeContainer(id, signal)
  }

  /** While the new image is not here, the old one serves on. */
  async function isOutdated(imageId: string, signal: AbortSignal): Promise<boolean> {
    try {
      return (await engine.inspectImage(options.image, signal)).id !== imageId
    } catch (error) {
      if (error instanceof DriverError && error.kind === 'not-found') return false
      throw error
    }
  }

  async function create(signal: AbortSignal): Promise<string> {
    try {
      return await engine.createContainer(
        {
          name,
          image: options.image,
          env: {},
          labels: { ...options.moreLabels, ...options.labels },
          entrypoint: ['haproxy'],
          command: ['-W', '-db', '-S', `${masterSocket},mode,600`, '-f', `${home}/current/haproxy.cfg`],
          user: '0',
          network: 'host',
          capabilities: ['NET_BIND_SERVICE'],
          isKeptUp: true,
          init: false,
          stopSignal: 'SIGUSR1',
          stopGraceSeconds,
          memoryBytes,
        },
        signal,
      )
    } catch (error) {
      if (!(error instanceof DriverError && error.kind === 'not-found')) throw error
      throw new IngressError('image-missing', `the image ${options.image} is not here`, { cause: error })
    }
  }

  /** A command in the container that lives longer than the call that opens it, and ends with one that gets no further. */
  async function openLasting<T>(
    command: string[],
    limit: AbortSignal,
    begin: (stream: Duplex) => Promise<T>,
  ): Promise<T> {
    const ending = new AbortController()
    const end = () => ending.abort(limit.reason)
    limit.addEventListener('abort', end, { once: true })
    try {
      return await begin(await engine.openPipe(name, { command, signal: ending.signal }))
    } catch (error) {
      ending.abort(error)
      throw error
    } finally {
      limit.removeEventListener('abort', end)
    }
  }

  async function lastWords(error: unknown, signal: AbortSignal): Promise<string> {
    const lines: string[] = []
    try {
      for await (const { line } of engine.logs(name, { tail: 20 }, signal)) lines.push(line)
    } catch {
      // There is nothing to add then.
    }
    const alert = lines.find((line) => line.includes('[ALERT]'))
    const reason = alert ? faultIn(alert) : error instanceof Error ? error.message : String(error)
    return `the proxy does not answer: ${reason}`
  }

  return { find, isStopped, stop, remove, isOutdated, create, openLasting, lastWords }
}
