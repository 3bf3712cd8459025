import { ApiFailure, NetworkFailure } from '@levelrail/contract/client.ts'
import { expect, test } from 'vitest'
import { usage } from './exit-codes.ts'
import { reportOf } from './report-error.ts'

const none = { kind: 'none' } as const
const token = { kind: 'token', token: 't' } as const
const session = { kind: 'session', session: 's' } as const

test.each([
  [new ApiFailure(401, 'who?'), none, 'sign in with: levelrail auth login'],
  [new ApiFailure(401, 'who?'), session, 'your sign-in has ended, sign in with: levelrail auth login'],
  [new ApiFailure(401, 'who?'), token, 'the API token was refused: it may be revoked, expired or mistyped'],
  [new ApiFailure(403, 'no'), session, 'see what you may do with: levelrail auth whoami'],
  [new ApiFailure(429, 'slow', 'rate_limited', 7), none, 'try again in 7 s'],
  [new ApiFailure(404, 'gone'), session, undefined],
  [usage('wrong', 'do right'), undefined, 'do right'],
])('%s with %j is told with the way out', (error, credential, hint) => {
  expect(reportOf(error, credential)).toMatchObject({ error: error.message, hint })
})

test('what the API says of itself is kept for scripts', () => {
  expect(reportOf(new ApiFailure(409, 'taken', 'name_taken'), none)).toMatchObject({ code: 'name_taken', status: 409 })
})

test('a network failure names the address and the options for it', () => {
  const report = reportOf(new NetworkFailure('http://x', new Error('refused')), none)
  expect(report).toEqual({ error: 'cannot reach http://x: refused', hint: expect.stringContaining('--api-url') })
})
