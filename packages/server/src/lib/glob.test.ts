import fc from 'fast-check'
import { expect, test } from 'vitest'
import { globMatches } from './glob.ts'

test.each([
  ['shop-*', 'shop-api', true],
  ['shop-*', 'shop-', true],
  ['shop-*', 'blog', false],
  ['*-api', 'shop-api', true],
  ['*', '', true],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['*a*b', 'xxaxxb', true],
  ['web', 'web-admin', false],
])('%j on %j is %s', (glob, name, matches) => {
  expect(globMatches(glob, name)).toBe(matches)
})

test('agrees with a regular expression made from the same glob', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 })
  const names = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 })
  fc.assert(
    fc.property(letters, names, (glob, name) => {
      const pattern = new RegExp(`^${glob.replaceAll('?', '.').replaceAll('*', '.*')}$`)
      expect(globMatches(glob, name)).toBe(pattern.test(name))
    }),
  )
})
