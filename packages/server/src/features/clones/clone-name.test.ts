import { expect, test } from 'vitest'
import { cloneNameProblem, copyName, derivedName, slugOf } from './clone-name.ts'

test.each([
  ['staging', 'staging'],
  ['  Pre Production #2 ', 'pre-production-2'],
  ['Qualité', 'qualite'],
  ['--', ''],
  ['生产', ''],
])('the name of an environment %j becomes %j in names of apps', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('a derived name may be longer than one that is chosen, and not longer than a name can be', () => {
  const long = derivedName('a'.repeat(40), 'production-two')
  expect(long).toHaveLength(55)
  expect(cloneNameProblem(long, long)).toBeUndefined()
  expect(cloneNameProblem(long, 'other')).toContain('1 to 48')
  const tooLong = derivedName('a'.repeat(60), 'staging')
  expect(cloneNameProblem(tooLong, tooLong)).toContain('choose one')
  const empty = derivedName('web', '生产')
  expect(cloneNameProblem(empty, empty)).toContain('choose one')
})

test('a copy has the first name that is free', () => {
  const taken = ['web-copy', 'web-copy-2']
  expect(copyName('web', (name) => taken.includes(name))).toBe('web-copy-3')
  expect(copyName('api', (name) => taken.includes(name))).toBe('api-copy')
})
