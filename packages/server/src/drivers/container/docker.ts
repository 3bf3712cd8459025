// The Docker Engine, joined from one file per noun; its version and its events are here.
import { type ContainerEngine, DriverError, type EngineEvent } from './container.ts'
import { dockerCommands } from './docker-commands.ts'
import { dockerContainers } from './docker-containers.ts'
import { readDiskUse } from './docker-disk-use.ts'
import { dockerImages } from './docker-images.ts'
import { dockerNetworks } from './docker-networks.ts'
import { dockerVolumes } from './docker-volumes.ts'
import { EngineHttp } from './engine-http.ts'
import { readJsonLines } from './json-lines.ts'

export function dockerEngine(address: string): ContainerEngine {
  const connection = new EngineHttp(address)
  const commands = dockerCommands(connection)
  return {
    ping: (signal) => connection.version(signal),
    readDiskUse: (signal) => readDiskUse(connection, signal),
    events: (signal, onOpen) => followEvents(connection, signal, onOpen),
    ...dockerImages(connection),
    ...dockerContainers(connection, commands),
    ...commands,
    ...dockerNetworks(connection),
    ...dockerVolumes(connection),
  }
}

async function* followEvents(
  connection: EngineHttp,
  signal: AbortSignal,
  onOpen?: () => void,
): AsyncIterable<EngineEvent> {
  // The engine answers a moment before it listens to itself: it is asked for what falls between.
  const query = { since: (Math.floor(Date.now()) / 1000).toFixed(3) }
  const answer = await connection.open({ method: 'GET', path: '/events', query, signal })
  onOpen?.()
  try {
    for await (const message of readJsonLines<EventMessage>(answer)) yield readEvent(message)
  } catch (error) {
    if (signal.aborted) return
    throw new DriverError('unreachable', 'the engine closed its event stream', { cause: error })
  }
  if (!signal.aborted) throw new DriverError('unreachable', 'the engine closed its event stream')
}

interface EventMessage {
  Type: string
  Action: string
  Actor?: { ID?: string; Attributes?: Record<string, string> }
  timeNano: number
}

function readEvent(message: EventMessage): EngineEvent {
  const { Type: type, Action: action, Actor: actor, timeNano } = message
  return { type, action, id: actor?.ID ?? '', attributes: actor?.Attributes ?? {}, at: new Date(timeNano / 1e6) }
}
