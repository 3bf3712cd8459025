import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultExcerptLimits, logExcerpt } from './log-excerpt.ts'

test('it is the last lines, without empty ones, colours and what a progress bar drew over', () => {
  const log = ['', '\u001b[31mred\u001b[0m  ', 'a\nb\r\n', '10%\r50%\r100%\r', '\u0007bell', '   ']
  expect(logExcerpt(log, [], { lines: 4, bytes: 100 })).toBe('a\nb\n100%\nbell')
})

test('it is 20 lines of at most 4000 bytes by default', () => {
  const log = Array.from({ length: 50 }, (_, index) => `line ${index}`)
  expect(logExcerpt(log, [], defaultExcerptLimits).split('\n')).toEqual(log.slice(30))
  const long = Array.from({ length: 50 }, () => 'x'.repeat(999))
  expect(Buffer.byteLength(logExcerpt(long, [], defaultExcerptLimits))).toBe(3999)
})

test('bytes cut between lines, and only a single long line inside', () => {
  expect(logExcerpt(['first', 'second'], [], { lines: 20, bytes: 11 })).toBe('second')
  expect(logExcerpt(['first', 'second'], [], { lines: 20, bytes: 12 })).toBe('first\nsecond')
  expect(logExcerpt(['first', 'äöü€😀'], [], { lines: 20, bytes: 9 })).toBe('äöü…')
  expect(logExcerpt(['first', 'äöü€😀'], [], { lines: 20, bytes: 8 })).toBe('äö…')
  expect(logExcerpt(['long line'], [], { lines: 20, bytes: 2 })).toBe('')
  expect(logExcerpt(['a', 'b'], [], { lines: 0, bytes: 100 })).toBe('')
  expect(logExcerpt([], [], defaultExcerptLimits)).toBe('')
})

test('secrets are out before anything is cut, also those that colours or empty lines had broken up', () => {
  const show = (log: string[], secret: string) => logExcerpt(log, [secret], { lines: 2, bytes: 40 })
  expect(show(['x hunter22hunter22hunter22hunter22hunter22'], 'hunter22hunter22hunter22hunter22hunter22')).toBe(
    'x (secret)',
  )
  expect(show(['hunt\u001b[0mer22'], 'hunter22')).toBe('(secret)')
  expect(show(['abcd', '', 'efgh'], 'abcd\nefgh')).toBe('(secret)')
  expect(show(['password=hunter2'], 'none')).toBe('password=(secret)')
})

test('no secret value survives, and the bounds hold, whatever the log is', () => {
  const secret = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '😀', '1', '\n'), minLength: 4, maxLength: 10 })
  const line = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '😀', '\u001b[1m', '\r', '\n', ' '), maxLength: 30 })
  const limits = fc.record({ lines: fc.integer({ min: 0, max: 10 }), bytes: fc.integer({ min: 0, max: 120 }) })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), secret, limits, (lines, value, bounds) => {
      const log = lines.flatMap((text, index) => (index % 3 === 0 ? [text, `${text}${value}${text}`] : [text]))
      const excerpt = logExcerpt(log, [value], bounds)
      const shown = excerpt.split('(secret)')
      expect(shown.some((part) => part.includes(value))).toBe(false)
      expect(excerpt === '' ? 0 : excerpt.split('\n').length).toBeLessThanOrEqual(bounds.lines)
      expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(bounds.bytes)
      expect(excerpt.isWellFormed()).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
