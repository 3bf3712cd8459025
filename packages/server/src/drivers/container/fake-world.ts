// The small world inside the fake engine: what exists, who watches, and whether the engine answers at all.
import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import {
  type ContainerSpec,
  DriverError,
  type EngineContainer,
  type EngineEvent,
  type EngineImage,
  type EngineNetwork,
  type EngineVolume,
  type ListeningPort,
  type LogLine,
  type NetworkAttachment,
} from './container.ts'

export interface FakeContainer {
  spec: ContainerSpec
  told: EngineContainer
  networks: NetworkAttachment[]
  log: LogLine[]
  listening: ListeningPort[]
  /** Archives that were unpacked into it, oldest first. */
  unpacked: { folder: string; archive: Buffer }[]
}

export class FakeWorld {
  readonly images = new Map<string, EngineImage>()
  readonly containers = new Map<string, FakeContainer>()
  readonly networks = new Map<string, EngineNetwork>()
  readonly volumes = new Map<string, EngineVolume>()
  readonly now: () => Date
  isAway = false
  #newest: { event: EngineEvent | undefined; number: number }[] = []
  #count = 0
  readonly #bell = new EventEmitter().setMaxListeners(0)

  constructor(now: () => Date) {
    this.now = now
  }

  /** Every call begins here: an aborted one, and one to an engine that is away, gets no further. */
  async enter(signal: AbortSignal): Promise<void> {
    await undefined
    signal.throwIfAborted()
    if (this.isAway) throw new DriverError('unreachable', 'the container engine at fake does not answer: it went away')
  }

  find(idOrName: string): FakeContainer {
    const found =
      this.containers.get(idOrName) ?? [...this.containers.values()].find(({ told }) => told.name === idOrName)
    if (found === undefined) throw new DriverError('not-found', `No such container: ${idOrName}`)
    return found
  }

  /** Something happened: an event that watchers see, or only a reason to look again. */
  tell(event?: Omit<EngineEvent, 'at'>): void {
    this.#count++
    this.#newest.push({ event: event && { ...event, at: this.now() }, number: this.#count })
    this.#newest = this.#newest.slice(-1000)
    this.#bell.emit('ring')
  }

  tellOf(container: FakeContainer, action: string, more: Record<string, string> = {}): void {
    const { told, spec } = container
    const attributes = { ...told.labels, name: told.name, image: spec.image, ...more }
    this.tell({ type: 'container', action, id: told.id, attributes })
  }

  /** Goes quiet when aborted. */
  async change(signal: AbortSignal): Promise<void> {
    await once(this.#bell, 'ring', { signal }).catch(() => {})
  }

  async *events(signal: AbortSignal, onOpen?: () => void): AsyncGenerator<EngineEvent> {
    let seen = this.#count
    if (!this.isAway) onOpen?.()
    while (!signal.aborted) {
      for (const { event, number } of this.#newest) {
        if (number <= seen) continue
        seen = number
        if (event) yield event
      }
      if (this.isAway) throw new DriverError('unreachable', 'the engine closed its event stream')
      if (seen === this.#count) await this.change(signal)
    }
  }
}

export function fakeId(): string {
  return randomBytes(32).toString('hex')
}
