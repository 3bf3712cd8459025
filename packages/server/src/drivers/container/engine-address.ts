// Reads an engine address such as `unix:///var/run/docker.sock` or `tcp://10.0.0.5:2375`, and picks the API version.
import { DriverError } from './container.ts'

export type EngineAddress = { kind: 'socket'; path: string } | { kind: 'tcp'; host: string; port: number }

/** The calls are written for this version: Debian 12's engine has it, and newer engines keep its behaviour. */
const writtenFor = '1.41'

export function parseEngineAddress(address: string): EngineAddress {
  if (address.startsWith('unix://')) return { kind: 'socket', path: address.slice('unix://'.length) }
  if (address.startsWith('/')) return { kind: 'socket', path: address }
  const tcp = /^(?:tcp|http):\/\/(?<host>\[[0-9a-f:]+\]|[^:/]+)(?::(?<port>\d+))?\/?$/i.exec(address)?.groups
  if (tcp?.host) return { kind: 'tcp', host: tcp.host.replace(/^\[|\]$/g, ''), port: Number(tcp.port ?? 2375) }
  throw new DriverError('refused', `"${address}" is not an engine address; use unix:///path or tcp://host:port`)
}

export function negotiateApiVersion(offered: { newest: string; oldest: string }): string {
  if (compareVersions(offered.newest, writtenFor) < 0)
    throw new DriverError(
      'refused',
      `the engine's API ${offered.newest} is too old; Levelrail needs ${writtenFor} or newer`,
    )
  return compareVersions(offered.oldest, writtenFor) > 0 ? offered.oldest : writtenFor
}

function compareVersions(left: string, right: string): number {
  const [leftMajor = 0, leftMinor = 0] = left.split('.').map(Number)
  const [rightMajor = 0, rightMinor = 0] = right.split('.').map(Number)
  return leftMajor - rightMajor || leftMinor - rightMinor
}
