// Reads the kernel's tables of TCP sockets, `/proc/net/tcp` and `tcp6`: on which ports something listens.
import type { ListeningPort } from './container.ts'

const listening = '0A'
/** The engine's own name server, which it puts into every container on a network of ours: not the app's doing. */
const engineNameServer = '0B00007F'

export function parseListeningPorts(tables: string): ListeningPort[] {
  const isLoopbackOnly = new Map<number, boolean>()
  for (const row of tables.split('\n')) {
    // As in `0: 0100007F:1F90 00000000:0000 0A ...`: row, local and remote address, state.
    const [, local = '', , state] = row.trim().split(/\s+/)
    const [address = '', port = ''] = local.split(':')
    if (state !== listening || address === engineNameServer) continue
    const number = Number.parseInt(port, 16)
    isLoopbackOnly.set(number, isLoopback(address) && (isLoopbackOnly.get(number) ?? true))
  }
  return [...isLoopbackOnly]
    .map(([port, isLoopbackOnly]) => ({ port, isLoopbackOnly }))
    .toSorted((left, right) => left.port - right.port)
}

/** Words of four bytes in the machine's order, which is little-endian wherever engines run: 127.0.0.1 is `0100007F`. */
function isLoopback(address: string): boolean {
  if (address.length === 8) return address.endsWith('7F')
  return address === '00000000000000000000000001000000' || /^0{16}FFFF0000.{6}7F$/.test(address)
}
