// Fixed addresses of replicas in the network of the apps. The first few belong to the network.
import { hash } from 'node:crypto'

const reserved = 10

/**
 * Addresses of the subnet that are not taken, at most `count`. Each app begins at a place of its own, so that many which
 * look for one at once rarely find the same.
 */
export function freeAddresses(subnet: string, taken: ReadonlySet<string>, count: number, app: string): string[] {
  const [base = '0.0.0.0', bits = '24'] = subnet.split('/')
  const size = 2 ** (32 - Number(bits))
  const first = (toNumber(base) & ~(size - 1)) >>> 0
  const free: string[] = []
  const usable = Math.max(0, size - 1 - reserved)
  const begin = Number.parseInt(hash('sha1', app).slice(0, 8), 16)
  for (let step = 0; step < usable && free.length < count; step++) {
    const address = toText(first + reserved + ((begin + step) % usable))
    if (!taken.has(address)) free.push(address)
  }
  return free
}

function toNumber(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}

function toText(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.')
}

const partBits = 24

/** A subnet in parts of 256 addresses; a smaller one is one part. */
export function partsOf(subnet: string): string[] {
  const [base = '0.0.0.0', text = '24'] = subnet.split('/')
  const bits = Math.max(partBits, Number(text))
  const whole = 2 ** (32 - Number(text))
  const first = (toNumber(base) & ~(whole - 1)) >>> 0
  const size = 2 ** (32 - bits)
  return Array.from({ length: whole / size }, (_, at) => `${toText(first + at * size)}/${bits}`)
}
