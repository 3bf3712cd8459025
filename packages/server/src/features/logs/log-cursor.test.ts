import fc from 'fast-check'
import { expect, test } from 'vitest'
import { advanced, type LogCursor, positionOf, readLogCursor, setPosition, writeLogCursor } from './log-cursor.ts'

const stamp = fc
  .tuple(fc.integer({ min: 0, max: 4_000_000_000 }), fc.integer({ min: 0, max: 999_999_999 }))
  .map(([s, ns]) => `${new Date(s * 1000).toISOString().slice(0, 19)}.${String(ns).padStart(9, '0')}Z`)
const containerId = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 64, maxLength: 64 })
  .map((c) => c.join(''))

test('what is written is read again, to the nanosecond', () => {
  fc.assert(
    fc.property(stamp, fc.array(fc.tuple(containerId, stamp, fc.integer({ min: 1, max: 900 }))), (base, rows) => {
      const cursor: LogCursor = { base, positions: new Map() }
      for (const [id, at, count] of rows) setPosition(cursor, id, { stamp: at, count })
      const text = writeLogCursor(cursor)
      expect(text).toMatch(/^[a-z0-9.,:]+$/)
      expect(readLogCursor(text)).toEqual(cursor)
      for (const [id] of rows) expect(positionOf(readLogCursor(text), id)).toEqual(positionOf(cursor, id))
    }),
  )
})

test('fifty replicas fit into a header', () => {
  const cursor: LogCursor = { base: '2026-11-15T03:16:15.123456789Z', positions: new Map() }
  for (let place = 0; place < 100; place++)
    setPosition(cursor, String(place).padStart(10, '0'), { stamp: cursor.base, count: 1 })
  expect(writeLogCursor(cursor).length).toBeLessThan(3000)
})

test.each(['', '.', 'X', 'x.y', '12.zz', 'a.b.c', `${'z'.repeat(14)}.`, '1.aa:1:', "1.'"])('%j is refused', (text) => {
  expect(() => readLogCursor(text)).toThrow('not one that this stream has given')
})

test('lines of the same nanosecond are told apart by their number', () => {
  const first = advanced({ stamp: 'a', count: 0 }, 'b')
  expect(first).toEqual({ stamp: 'b', count: 1 })
  expect(advanced(first, 'b')).toEqual({ stamp: 'b', count: 2 })
  expect(advanced({ stamp: 'b', count: 0 }, 'b')).toEqual({ stamp: 'b', count: 1 })
})
