// For what comes by itself, within a time that a busy machine needs too.
import { expect } from 'vitest'

export function eventually<T>(look: () => T) {
  return expect.poll(look, { timeout: 60_000, interval: 50 })
}
