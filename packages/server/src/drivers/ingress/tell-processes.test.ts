import { expect, test } from 'vitest'
import type { ProxySocket } from './proxy-socket.ts'
import type { Worker } from './proxy-state.ts'
import { lookAtProxy } from './tell-processes.ts'

test('a process that ended while it was looked at is told nothing, and the others are', async () => {
  const workers = '#<PID>\n1  master  1\n# workers\n35  worker  0\n# old workers\n7  worker  1\n8  worker  2\n'
  const gone = "Can't find the target PID matching the prefix '@!7'."
  const conversation = {
    askAll: async () => ['description: some structure', workers],
    askProcess: () => async () => '',
    askAllOfProcess:
      ({ pid }: Worker) =>
      async (commands: string[]) =>
        commands.map(() => (pid === 7 ? gone : '')),
  }
  const { structure, processes } = await lookAtProxy(
    conversation as unknown as ProxySocket,
    new AbortController().signal,
  )
  expect(structure).toBe('some structure')
  expect((await processes).map(({ isCurrent }) => isCurrent)).toEqual([true, false])
})
