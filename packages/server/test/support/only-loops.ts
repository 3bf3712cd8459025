// The background work of a control plane, with nothing of it at work but what a test is about. The others are there,
// since handlers wake them by name.
import { allLoops } from '../../src/all-loops.ts'
import type { Loop } from '../../src/background/loop.ts'
import type { Context } from '../../src/context.ts'

export function onlyLoops(...names: string[]): Loop<Context>[] {
  const idle = { keys: async () => [], pass: async () => undefined }
  return allLoops.map((loop) => (names.includes(loop.name) ? loop : { ...loop, ...idle }))
}
