// Which addresses the platform connects to when somebody else says where: public ones, and private ones only where the
// operator allows their network. What leads to this link, to a cloud's metadata or to nobody is refused always. Pure.
import { BlockList, isIP } from 'node:net'

export type Standing = 'public' | 'private' | 'special'

const privateNetworks = networkList([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
])

/** Within what looks public or private. Two of them are the metadata services of clouds that use no link-local address. */
const specialNetworks = networkList([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
])
const globalUnicast = networkList(['2000::/3'])

export function standingOf(address: string): Standing {
  const plain = withoutWrapping(address)
  const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6'
  if (isIP(plain) === 0 || specialNetworks.check(plain, family)) return 'special'
  if (privateNetworks.check(plain, family)) return 'private'
  return family === 'ipv4' || globalUnicast.check(plain, family) ? 'public' : 'special'
}

export function isAllowed(address: string, allowedNetworks: readonly string[]): boolean {
  const standing = standingOf(address)
  if (standing !== 'private') return standing === 'public'
  const plain = withoutWrapping(address)
  return networkList(allowedNetworks).check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6')
}

/** The IPv4 address inside an IPv6 one that leads to it: mapped, NAT64, 6to4. Any other comes back as it is. */
function withoutWrapping(address: string): string {
  if (isIP(address) !== 6 || address.includes('%')) return address.includes('%') ? '' : address
  const groups = ipv6Groups(address)
  const head = groups.slice(0, 6).join(':')
  if (head === '0:0:0:0:0:65535' || head === '100:65435:0:0:0:0') return dotted(groups.slice(6))
  return groups[0] === 0x2002 ? dotted(groups.slice(1, 3)) : address
}

/** The eight groups of an IPv6 address. */
export function ipv6Groups(address: string): number[] {
  // The URL parser writes every form of an address in one way, without dots.
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left = [], right] = text
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))))
  if (right === undefined) return left
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

function dotted([high = 0, low = 0]: number[]): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const isFour = isIP(address) === 4
    list.addSubnet(address, bits === undefined ? (isFour ? 32 : 128) : Number(bits), isFour ? 'ipv4' : 'ipv6')
  }
  return list
}
