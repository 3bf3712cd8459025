import { expect, test } from 'vitest'
import { findCounterparts } from './find-counterpart.ts'

test.each([
  ['the one without a suffix', 'web-staging', 'staging', 'production', ['web', 'api'], ['web']],
  ['the one that was cloned', 'web', 'production', 'staging', ['web-staging', 'web-old'], ['web-staging']],
  ['two clones', 'web-staging', 'staging', 'qa', ['web-qa', 'api-qa'], ['web-qa']],
  ['a clone of a clone', 'web-staging', 'staging', 'qa', ['web-staging-qa'], ['web-staging-qa']],
  ['a source without an environment', 'web', '', 'staging', ['web-staging'], ['web-staging']],
  ['a name that cannot be slugged', 'web', '生产', 'staging', ['web-staging', 'we'], ['web-staging']],
  ['several', 'web-staging', 'staging', 'production', ['web', 'web-production'], ['web', 'web-production']],
  ['none', 'web-staging', 'staging', 'production', ['api'], []],
])('finds %s', (_, name, environmentName, other, names, found) => {
  expect(findCounterparts({ name, environmentName }, { environmentName: other, names })).toEqual(found)
})
