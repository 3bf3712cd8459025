// Networks of the Docker Engine. Every one of ours has its own subnet, so that addresses can be fixed.

import { DriverError, type EngineNetwork, type EngineNetworks, type NetworkSpec } from './container.ts'
import { endpointBody } from './container-body.ts'
import { asConflict, unlessMissing } from './docker-errors.ts'
import type { EngineHttp } from './engine-http.ts'
import { addressAt } from './subnet.ts'

export function dockerNetworks(connection: EngineHttp): EngineNetworks {
  const path = (name: string) => `/networks/${encodeURIComponent(name)}`

  async function find(name: string, signal: AbortSignal): Promise<EngineNetwork | undefined> {
    const found = await unlessMissing(connection.send<NetworkAnswer>({ method: 'GET', path: path(name), signal }))
    // The engine also finds networks by the beginning of their id.
    return found?.Name === name ? readNetwork(found) : undefined
  }

  return {
    async ensureNetwork(spec, signal) {
      const there = await find(spec.name, signal)
      if (there) return sameNetwork(there, spec)
      const call = { method: 'POST', path: '/networks/create', body: networkBody(spec), signal } as const
      await connection.send(call).catch((error: unknown) => {
        // Someone else made it in between; what it is gets checked below.
        if (error instanceof DriverError && error.kind === 'conflict') return
        throw asConflict(error, /overlaps/i)
      })
      const made = await find(spec.name, signal)
      if (made === undefined) throw new DriverError('failed', `network "${spec.name}" went away while it was made`)
      return sameNetwork(made, spec)
    },
    async listNetworks(label, signal) {
      const query = { filters: JSON.stringify({ label: [label] }) }
      const found = await connection.send<NetworkAnswer[]>({ method: 'GET', path: '/networks', query, signal })
      // Networks themselves know only of containers that run.
      const call = { method: 'GET', path: '/containers/json', query: { all: '1' }, signal } as const
      const containers = await connection.send<MemberAnswer[]>(call)
      return found.map((network) => ({ ...readNetwork(network), members: membersOf(network.Name, containers) }))
    },
    async removeNetwork(name, signal) {
      const removing = connection.send({ method: 'DELETE', path: path(name), signal })
      await unlessMissing(removing).catch((error: unknown) => {
        throw asConflict(error, /active endpoints/i)
      })
    },
    async connectNetwork(containerId, network, signal) {
      const body = { Container: containerId, EndpointConfig: endpointBody(network) }
      const call = { method: 'POST', path: `${path(network.name)}/connect`, body, signal } as const
      await connection.send(call).catch((error: unknown) => {
        if (error instanceof DriverError && /already exists in network/i.test(error.message)) return
        throw asConflict(error, /already in use/i)
      })
    },
  }
}

interface NetworkAnswer {
  Id: string
  Name: string
  Internal: boolean
  Labels: Record<string, string> | null
  IPAM: { Config: { Subnet?: string; Gateway?: string }[] | null }
}

interface MemberAnswer {
  Names: string[] | null
  NetworkSettings: { Networks: Record<string, unknown> | null } | null
}

function membersOf(network: string, containers: MemberAnswer[]): string[] {
  const isIn = ({ NetworkSettings }: MemberAnswer) => Object.hasOwn(NetworkSettings?.Networks ?? {}, network)
  return containers.filter(isIn).map(({ Names }) => Names?.[0]?.replace(/^\//, '') ?? '')
}

function readNetwork(found: NetworkAnswer): EngineNetwork {
  const [range] = found.IPAM.Config ?? []
  return {
    id: found.Id,
    name: found.Name,
    subnet: range?.Subnet ?? '',
    gateway: range?.Gateway ?? '',
    labels: found.Labels ?? {},
    internal: found.Internal,
  }
}

function networkBody(spec: NetworkSpec): object {
  return {
    Name: spec.name,
    CheckDuplicate: true,
    Driver: 'bridge',
    Internal: spec.internal,
    Labels: spec.labels,
    IPAM: { Driver: 'default', Config: [{ Subnet: spec.subnet, Gateway: addressAt(spec.subnet, 1) }] },
  }
}

function sameNetwork(there: EngineNetwork, spec: NetworkSpec): EngineNetwork {
  const isOurs = Object.entries(spec.labels).every(([key, value]) => there.labels[key] === value)
  if (!isOurs)
    throw new DriverError(
      'conflict',
      `there is a network "${spec.name}" that Levelrail did not make; rename one of them`,
    )
  if (there.subnet !== spec.subnet || there.internal !== spec.internal)
    throw new DriverError(
      'conflict',
      `network "${spec.name}" is there with subnet ${there.subnet}${there.internal ? ' and no way out' : ''}, not as asked`,
    )
  return there
}
