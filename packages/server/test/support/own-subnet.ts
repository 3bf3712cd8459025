// A network for one test among the many that run at once on one engine, which refuses networks that overlap.
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Clear of the default of the settings, of what engines take by themselves, and of every network there is now. */
export function ownSubnet(bits = 28): string {
  const size = 2 ** (32 - bits)
  const taken = routes()
  for (;;) {
    const first = randomInt(2 ** (bits - 8)) * size
    const bytes = [10, 230 + ((first >> 16) % 20), (first >> 8) & 255, first & 255]
    const from = Buffer.from(bytes).readUInt32BE()
    if (taken.every((route) => from + size <= route.from || from >= route.to)) return `${bytes.join('.')}/${bits}`
  }
}

/** A deploy into a network that overlaps is tried again until it is late, which no test waits for. */
function routes(): { from: number; to: number }[] {
  const lines = readFileSync('/proc/net/route', 'utf8').trim().split('\n').slice(1)
  return lines.flatMap((line) => {
    const [, to = '', , , , , , mask = ''] = line.split('\t')
    const [from, bits] = [to, mask].map((hex) => Buffer.from(hex, 'hex').readUInt32LE())
    // The default route is everywhere.
    return from === undefined || !bits ? [] : [{ from, to: from + (0xffffffff - bits) + 1 }]
  })
}
