// Who listens on a port of this machine already. The proxy would share the port with it without a word, and each would
// get some of the connections; so it is looked for first. Only what the kernel tells of this machine is known.
import { readdir, readFile, readlink } from 'node:fs/promises'
import type { Listen } from './ingress.ts'

type Protocol = 'tcp' | 'udp'

/** For people: `nginx (process 123)`, with the container it runs in; undefined while the port is free. */
export async function findPortOwner(listen: Listen, protocol: Protocol): Promise<string | undefined> {
  const tables = await Promise.all(
    [protocol, `${protocol}6`].map((table) => readFile(`/proc/net/${table}`, 'utf8').catch(() => '')),
  )
  const [inode] = listenersIn(tables.join('\n'), listen, protocol)
  if (inode === undefined) return undefined
  const pid = await processWith(inode)
  if (pid === undefined) return 'another program'
  const name = (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'a program')).trim()
  const container = /([0-9a-f]{64})/.exec(await readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => ''))?.[1]
  return `${name} (process ${pid}${container ? `, in container ${container.slice(0, 12)}` : ''})`
}

/** States as the kernel numbers them: one of UDP is open to all while it is not connected. */
const listening = { tcp: '0A', udp: '07' }

/** Inodes of listening sockets that stand in the way of one at this address. */
export function listenersIn(tables: string, { host, port }: Listen, protocol: Protocol): string[] {
  const mine = host.includes(':') ? undefined : addressHex(host)
  return tables.split('\n').flatMap((row) => {
    const [, local = '', , state, , , , , , inode = ''] = row.trim().split(/\s+/)
    const [address = '', portHex = ''] = local.split(':')
    if (state !== listening[protocol] || Number.parseInt(portHex, 16) !== port) return []
    const isEvery = /^0+$/.test(address) || mine === undefined || /^0+$/.test(mine)
    return isEvery || address === mine || address.endsWith(mine) ? [inode] : []
  })
}

/** As the kernel writes it: bytes in the machine's order, which is little-endian wherever engines run. */
function addressHex(host: string): string {
  return host
    .split('.')
    .map((part) => Number(part).toString(16).padStart(2, '0').toUpperCase())
    .toReversed()
    .join('')
}

async function processWith(inode: string): Promise<string | undefined> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
    for (const file of files)
      if ((await readlink(`/proc/${pid}/fd/${file}`).catch(() => '')) === `socket:[${inode}]`) return pid
  }
  return undefined
}
