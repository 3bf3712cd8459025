import type { Domain } from '@levelrail/contract/schemas/domains.ts'
import { expect, test } from 'vitest'
import { namesText } from './status.ts'

function named(state: Domain['state']): Domain {
  return { domain: 'web.localhost', app: 'web', is_own_name: true, url: null, state, tls_owner: null }
}

test.each([
  [[], 'No app has a name yet.\n'],
  [[named('serving')], '1 name: 1 serving; see: levelrail domains\n'],
  [
    [named('serving'), named('not_running'), named('serving')],
    '3 names: 2 serving, 1 no replica is ready; see: levelrail domains\n',
  ],
])('names are counted by state: %#', (domains, text) => {
  expect(namesText(domains)).toBe(text)
})
