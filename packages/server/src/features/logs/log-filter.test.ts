import { expect, test } from 'vitest'
import { matches, mayMatch, readFilter, wantsSource } from './log-filter.ts'
import { levelOf } from './log-level.ts'

const line = '{"level":"warn","status":500,"route":"/api/Pay","user":{"id":7},"latency":250.5,"a.b":"dotted"}'

test.each([
  [{ field: 'status=500' }, true],
  [{ field: 'status!=500' }, false],
  [{ field: 'route~/pay' }, true],
  [{ field: 'user.id=7' }, true],
  [{ field: 'a.b=dotted' }, true],
  [{ field: 'latency>=250' }, true],
  [{ field: 'latency>250.5' }, false],
  [{ field: 'latency<300' }, true],
  [{ field: 'latency<=250' }, false],
  [{ field: 'route>1' }, false],
  [{ field: ['status=500', 'user.id=8'] }, false],
  [{ field: 'missing!=1' }, true],
  [{ field: 'missing=1' }, false],
  [{ field: '__proto__.x~' }, false],
  [{ level: 'warn' }, true],
  [{ level: 'error' }, false],
  [{ q: 'API/pay' }, true],
  [{ q: 'nowhere' }, false],
  [{ q: 'pay', level: 'info' }, true],
] as [Parameters<typeof readFilter>[0], boolean][])('%j: %s', (query, expected) => {
  expect(matches(readFilter(query), { message: line, level: levelOf(line) })).toBe(expected)
})

test('a line that is no JSON satisfies only "is not"', () => {
  const plain = { message: 'status=500', level: null }
  expect(matches(readFilter({ field: 'status!=500' }), plain)).toBe(true)
  expect(matches(readFilter({ field: 'status=500' }), plain)).toBe(false)
})

test.each(['status', '=500', '', '!'])('%j is refused with an example', (field) => {
  expect(() => readFilter({ field })).toThrow('such as status=500')
})

test('the quick look never loses a line that would match after secrets were taken out', () => {
  for (const q of ['(secret)', 'secret', 'x=(sec', 'ret) y', 'e'])
    expect(mayMatch(readFilter({ q }), 'x=hunter22 y')).toBe(true)
  expect(mayMatch(readFilter({ q: 'nowhere' }), 'x=hunter22 y')).toBe(false)
})

test('a replica or a container can be picked', () => {
  const source = { container: 'web-1', replica: 1 }
  expect(wantsSource(readFilter({}), source)).toBe(true)
  expect(wantsSource(readFilter({ replica: 1, container: 'web-1' }), source)).toBe(true)
  expect(wantsSource(readFilter({ replica: 0 }), source)).toBe(false)
  expect(wantsSource(readFilter({ container: 'web-2' }), source)).toBe(false)
})
