import { expect, test } from 'vitest'
import { sharedLook } from './shared-look.ts'

test('all who ask before a look begins share it; who asks later gets a later one', async () => {
  const looks: PromiseWithResolvers<number>[] = []
  const ask = sharedLook(() => {
    const look = Promise.withResolvers<number>()
    looks.push(look)
    return look.promise
  })
  const early = [ask(), ask()]
  await expect.poll(() => looks.length).toBe(1)
  const late = [ask(), ask()]
  looks[0]?.resolve(1)
  expect(await Promise.all(early)).toEqual([1, 1])
  await expect.poll(() => looks.length).toBe(2)
  looks[1]?.resolve(2)
  expect(await Promise.all(late)).toEqual([2, 2])
})

test('a look that fails fails only those who shared it', async () => {
  let count = 0
  const ask = sharedLook(async () => {
    if (++count === 1) throw new Error('lost')
    return count
  })
  await expect(ask()).rejects.toThrow('lost')
  expect(await ask()).toBe(2)
})

test('who comes turn after turn shares a look, which begins all the same', async () => {
  let looks = 0
  const ask = sharedLook(async () => ++looks)
  const answers: Promise<number>[] = []
  while (looks === 0 && answers.length < 100) {
    answers.push(ask())
    await new Promise((resolve) => setImmediate(resolve))
  }
  const first = (await Promise.all(answers)).filter((look) => look === 1).length
  expect(first).toBeGreaterThan(2)
  expect(answers.length).toBeLessThan(100)
})
