import { expect, test } from 'vitest'
import { mergeByTime } from './merge-by-time.ts'

async function* reading(stamps: string, onEnd = () => {}) {
  try {
    for (const stamp of stamps) yield { stamp }
  } finally {
    onEnd()
  }
}

test('several readings become one in the order of time', async () => {
  const seen: string[] = []
  for await (const { stamp } of mergeByTime([reading('adg'), reading(''), reading('bcz'), reading('aef')]))
    seen.push(stamp)
  expect(seen.join('')).toBe('aabcdefgz')
})

test('who stops early ends all of them', async () => {
  let ended = 0
  const onEnd = () => void ended++
  for await (const { stamp } of mergeByTime([reading('ac', onEnd), reading('bd', onEnd)])) if (stamp === 'b') break
  expect(ended).toBe(2)
})
