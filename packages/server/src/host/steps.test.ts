import { expect, onTestFinished, test, vi } from 'vitest'
import { createSteps, formatSeconds } from './steps.ts'

/** Time passes only when it is told to. */
function recorder() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const written: string[] = []
  return { written, output: { isTerminal: false, write: (text: string) => void written.push(text) } }
}

test('a short step is one line without a time', async () => {
  const { written, output } = recorder()
  expect(await createSteps(output).step('look', async () => 42)).toBe(42)
  expect(written).toEqual(['✓ look\n'])
})

test('a step over a second shows that it goes on, and its time at the end', async () => {
  const { written, output } = recorder()
  const done = createSteps(output).step('fetch', async (report) => {
    report('half')
    await new Promise((resolve) => setTimeout(resolve, 1100))
  })
  await vi.advanceTimersByTimeAsync(1100)
  await done
  expect(written[0]).toMatch(/^ {2}fetch \.\.\. 1\.0 s {2}half\n$/)
  expect(written[1]).toMatch(/^✓ fetch \(1\.1 s\)\n$/)
})

test('a failed step says so and passes the error on', async () => {
  const { written, output } = recorder()
  await expect(createSteps(output).step('try', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(written).toEqual(['✗ try (0.0 s)\n'])
})

test('times over a minute are given in minutes', () => {
  expect(formatSeconds(950)).toBe('0.9 s')
  expect(formatSeconds(125_000)).toBe('2 min 5 s')
})
