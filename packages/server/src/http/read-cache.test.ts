import { expect, test } from 'vitest'
import { ReadCache } from './read-cache.ts'

function counting(generation: () => number) {
  const cache = new ReadCache({ generation }, 2)
  let loads = 0
  const read = (key: string, during = () => {}) =>
    cache.get(generation(), key, async () => {
      loads++
      during()
      return { key }
    })
  return { read, loads: () => loads }
}

test('what was read is kept until the generation moves', async () => {
  let generation = 1
  const { read, loads } = counting(() => generation)
  await read('a')
  await read('a')
  expect(loads()).toBe(1)
  generation = 2
  await read('a')
  expect(loads()).toBe(2)
})

test('a write during the read keeps nothing', async () => {
  let generation = 1
  const { read, loads } = counting(() => generation)
  await read('a', () => generation++)
  await read('a')
  expect(loads()).toBe(2)
})

test('it holds a bounded number of answers', async () => {
  const { read, loads } = counting(() => 1)
  for (const key of ['a', 'b', 'c', 'b', 'c']) await read(key)
  expect(loads()).toBe(3)
  await read('a')
  expect(loads()).toBe(4)
})
