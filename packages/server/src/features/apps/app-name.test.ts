import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appNameProblem, derivedAppNameProblem } from './app-name.ts'

test.each(['a', 'web', 'shop-api-2', 'a'.repeat(48), 'none-of-these'])('%s is a name', (name) => {
  expect(appNameProblem(name)).toBeUndefined()
})

test.each(['', '1web', '-web', 'web-', 'Web', 'web_1', 'web.1', 'wéb', 'web\n', 'a'.repeat(49)])(
  '%j is refused, and the rule is told',
  (name) => {
    expect(appNameProblem(name)).toContain('1 to 48 letters a-z, digits and "-", starting with a letter')
  },
)

test.each(['resource-usage', 'none'])('%s is reserved', (name) => {
  expect(appNameProblem(name)).toContain('reserved')
  expect(derivedAppNameProblem(name)).toContain('reserved')
})

test('a derived name may be as long as a host name allows', () => {
  expect(derivedAppNameProblem('a'.repeat(63))).toBeUndefined()
  expect(derivedAppNameProblem('a'.repeat(64))).toContain('1 to 63')
})

test('the rule is the one of the ruling', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'z', '0', '9', '-', 'A', '_'), maxLength: 60 })
  fc.assert(
    fc.property(text, (name) => {
      expect(appNameProblem(name) === undefined).toBe(/^[a-z]([a-z0-9-]{0,46}[a-z0-9])?$/.test(name))
    }),
  )
})
