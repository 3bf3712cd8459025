import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCpu, formatCpuset, formatSize, parseCpu, parseCpuset, parseMemory, parseSize } from './quantity.ts'

test.each([
  ['512Mi', 536_870_912, '512Mi'],
  ['1Gi', 1_073_741_824, '1Gi'],
  ['1024Mi', 1_073_741_824, '1Gi'],
  ['1.5Gi', 1_610_612_736, '1536Mi'],
  ['256M', 256_000_000, '256M'],
  ['1G', 1_000_000_000, '1G'],
  ['6Mi', 6_291_456, '6Mi'],
  ['536870912', 536_870_912, '512Mi'],
  ['536870913', 536_870_913, '536870913'],
  ['64Ti', 70_368_744_177_664, '64Ti'],
])('a memory limit of %s is %i bytes, written %s', (text, bytes, canonical) => {
  expect(parseMemory(text)).toEqual({ ok: true, value: bytes })
  expect(formatSize(bytes)).toBe(canonical)
})

test.each([
  ['', 'not a size'],
  ['512m', 'perhaps 512Mi'],
  ['512MB', 'perhaps 512Mi'],
  ['1 Gi', 'perhaps 1Gi'],
  ['-1Gi', 'not a size'],
  ['1e9', 'not a size'],
  ['10.5', 'whole number'],
  ['5Mi', 'less than 6Mi'],
  ['0', 'less than 6Mi'],
  ['65Ti', 'at most 64Ti'],
])('a memory limit of %j is refused: %s', (text, reason) => {
  expect(parseMemory(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) })
})

test('a size that is no memory limit may be nothing', () => {
  expect(parseSize('0')).toEqual({ ok: true, value: 0 })
  expect(formatSize(0)).toBe('0')
})

test('every number of bytes is read back from its canonical text', () => {
  const bytes = fc.oneof(
    fc.integer({ min: 0, max: 64 * 1024 ** 4 }),
    fc.integer({ min: 1, max: 60_000 }).map((count) => count * 1024 ** 2),
    fc.integer({ min: 1, max: 60_000 }).map((count) => count * 1000 ** 2),
  )
  fc.assert(
    fc.property(bytes, (size) => {
      expect(parseSize(formatSize(size))).toEqual({ ok: true, value: size })
    }),
  )
})

test.each([
  ['0.5', 0.5, '0.5'],
  ['2', 2, '2'],
  ['2.0', 2, '2'],
  ['0.01', 0.01, '0.01'],
  ['0.125', 0.125, '0.125'],
  ['512', 512, '512'],
])('%s CPU is read and written %s', (text, cpus, canonical) => {
  expect(parseCpu(text)).toEqual({ ok: true, value: cpus })
  expect(formatCpu(cpus)).toBe(canonical)
})

test.each([
  ['', 'not a number of CPUs'],
  ['250m', 'write 0.25'],
  ['0', 'at least 0.01'],
  ['0.009', 'at least 0.01'],
  ['512.5', 'at most 512'],
  ['-1', 'not a number'],
  ['.5', 'write it such as'],
  ['0.1234', 'write it such as'],
])('%j CPU is refused: %s', (text, reason) => {
  expect(parseCpu(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) })
})

test.each([
  ['0', [0], '0'],
  ['0-3,5', [0, 1, 2, 3, 5], '0-3,5'],
  ['5,0-1,1,2', [0, 1, 2, 5], '0-2,5'],
])('the CPUs %s are %j, written %s', (text, cpus, canonical) => {
  expect(parseCpuset(text)).toEqual({ ok: true, value: cpus })
  expect(formatCpuset(cpus)).toBe(canonical)
})

test.each([
  ['', 'not a list'],
  ['a', 'not a list'],
  ['1,', 'not a list'],
  ['3-1', 'write 1-3'],
  ['0-4000', '0 to 1023'],
])('the CPUs %j are refused: %s', (text, reason) => {
  expect(parseCpuset(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) })
})
