// Networks as beginnings of an address in hex, so that one map of the proxy holds the lists of all apps and is searched
// by its tree. A network whose length is no multiple of four bits is up to eight of them. Pure.
import { isIP } from 'node:net'
import { ipv6Groups } from '../../lib/address-guard.ts'

export interface Network {
  family: 4 | 6
  bytes: number[]
  bits: number
}

/** Undefined for what is no address and no network. */
export function parseNetwork(text: string): Network | undefined {
  const [address = '', length, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return undefined
  const bytes =
    family === 4 ? address.split('.').map(Number) : ipv6Groups(address).flatMap((group) => [group >> 8, group & 255])
  const most = bytes.length * 8
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined
  const bits = length === undefined ? most : Number(length)
  if (bits > most) return undefined
  // The proxy sees an IPv4 address inside an IPv6 one as what it is.
  const isMapped = family === 6 && bits >= 96 && bytes.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255'
  if (isMapped) return { family: 4, bytes: bytes.slice(12), bits: bits - 96 }
  return { family: family === 4 ? 4 : 6, bytes, bits }
}

/** `10.0.0.0/7` is `40A` and `40B`: the family first, then the nibbles that are fixed. */
export function prefixesOf({ family, bytes, bits }: Network): string[] {
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const whole = Math.floor(bits / 4)
  const head = `${family}${digits.slice(0, whole)}`.toUpperCase()
  const open = 4 - (bits % 4)
  if (open === 4) return [head]
  const first = (Number.parseInt(digits.charAt(whole), 16) >> open) << open
  return Array.from({ length: 1 << open }, (_, at) => `${head}${(first + at).toString(16).toUpperCase()}`)
}
