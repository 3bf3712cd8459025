// Fixed addresses of replicas in the network of the apps: the lowest free one. The first few belong to the network.

const reserved = 10

/** Addresses of the subnet that are not taken, lowest first, at most `count`. */
export function freeAddresses(subnet: string, taken: ReadonlySet<string>, count: number): string[] {
  const [base = '0.0.0.0', bits = '24'] = subnet.split('/')
  const size = 2 ** (32 - Number(bits))
  const first = (toNumber(base) & ~(size - 1)) >>> 0
  const free: string[] = []
  for (let offset = reserved; offset < size - 1 && free.length < count; offset++) {
    const address = toText(first + offset)
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
