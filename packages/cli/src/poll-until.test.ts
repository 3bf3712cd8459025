import { ApiFailure, NetworkFailure } from '@levelrail/contract/client.ts'
import { expect, test } from 'vitest'
import { isPassing, patienceFrom, pollUntil } from './poll-until.ts'

const late = () => ({ error: 'still not', hint: 'look there' })

test('what is there at once is not waited for', async () => {
  expect(await pollUntil(async () => 7, { patience: patienceFrom('1m'), late })).toBe(7)
})

test('when the time is up, it says what is not so', async () => {
  await expect(pollUntil(async () => undefined, { patience: patienceFrom('5ms'), late })).rejects.toMatchObject({
    ...{ ending: 'waitedTooLong', message: 'still not after 5ms', hint: 'look there' },
  })
})

test('an answer that another try cannot change ends the wait', async () => {
  const refused = new ApiFailure(404, 'no such app')
  const wait = { patience: patienceFrom('1m'), late }
  await expect(pollUntil(() => Promise.reject(refused), wait)).rejects.toBe(refused)
})

test.each([
  [new NetworkFailure('http://x', new Error('refused')), true],
  [new ApiFailure(503, 'x'), true],
  [new ApiFailure(429, 'x'), true],
  [new ApiFailure(404, 'x'), false],
  [new Error('x'), false],
])('%s may pass: %s', (error, passes) => {
  expect(isPassing(error)).toBe(passes)
})

test.each(['', '0s', '10', '2d'])('--timeout-wait "%s" is refused', (text) => {
  expect(() => patienceFrom(text)).toThrow(expect.objectContaining({ ending: 'validation' }))
})
