import { expect, test } from 'vitest'
import { OutboundError } from '../../lib/checked-address.ts'
import { failureOf, failureOfStatus } from './delivery-failure.ts'

test.each([
  [200, undefined, false],
  [204, undefined, false],
  [302, 'Redirected', false],
  [401, 'NotAuthorized', false],
  [404, 'Rejected', false],
  [413, 'Rejected', true],
  [503, 'Rejected', false],
] as const)('%i is %s', (status, reason, isRefusal) => {
  const failure = failureOfStatus(status)
  expect([failure?.reason, failure?.isRefusal ?? false]).toEqual([reason, isRefusal])
})

test('what went wrong on the way says what to do', () => {
  const refused = failureOf(new OutboundError('not-allowed', 'x'))
  expect([refused.reason, refused.message]).toEqual([
    'DestinationRefused',
    expect.stringContaining('APP_ALLOW_PRIVATE_DESTINATIONS'),
  ])
  expect(failureOf(new OutboundError('unreachable', 'ECONNREFUSED')).message).toContain('(ECONNREFUSED)')
})
