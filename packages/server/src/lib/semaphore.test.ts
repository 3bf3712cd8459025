import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('no more than so many run at once, in the order in which they came', async () => {
  const semaphore = createSemaphore(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const all = [0, 1, 2, 3].map((number) =>
    semaphore(async () => {
      begun.push(number)
      await new Promise<void>((resolve) => ends.push(resolve))
    }),
  )
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  ends[1]?.()
  await all[1]
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2])
  ends[0]?.()
  ends[2]?.()
  await all[2]
  await new Promise(setImmediate)
  ends[3]?.()
  await Promise.all(all)
  expect(begun).toEqual([0, 1, 2, 3])
})

test('whoever waits too long leaves, and those behind still get their turn', async () => {
  const semaphore = createSemaphore(1)
  let end = () => {}
  const first = semaphore(() => new Promise<void>((resolve) => (end = resolve)))
  const patience = new AbortController()
  const impatient = semaphore(async () => 'never', patience.signal)
  const patient = semaphore(async () => 'at last', new AbortController().signal)
  patience.abort(new Error('enough'))
  await expect(impatient).rejects.toThrow('enough')
  await expect(semaphore(async () => 'never', patience.signal)).rejects.toThrow('enough')
  end()
  await first
  expect(await patient).toBe('at last')
  expect(await semaphore(async () => 'free again')).toBe('free again')
})
