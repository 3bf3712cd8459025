// A network for one test among the many that run at once on one engine, which refuses networks that overlap.
import { randomInt } from 'node:crypto'

/** Clear of the default of the settings, and of what engines take by themselves. */
export function ownSubnet(bits = 28): string {
  const size = 2 ** (32 - bits)
  const first = randomInt(2 ** (bits - 8)) * size
  return `10.${230 + ((first >> 16) % 20)}.${(first >> 8) & 255}.${first & 255}/${bits}`
}
