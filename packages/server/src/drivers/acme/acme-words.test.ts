import { expect, test } from 'vitest'
import { problemType, problemWords, retryAfterMs } from './acme-words.ts'

const type = 'urn:ietf:params:acme:error:rateLimited'

test.each([
  ['a problem', JSON.stringify({ type, detail: 'too many\n certificates' }), 'too many certificates (rateLimited)'],
  [
    'one with parts',
    JSON.stringify({ type, detail: 'no', subproblems: [{ detail: 'a.example: CAA' }, {}] }),
    'no; a.example: CAA (rateLimited)',
  ],
  ['one without a type', JSON.stringify({ detail: 'no' }), 'no (status 403)'],
  ['what is no problem', '<html>Gateway</html>', '<html>Gateway</html> (status 403)'],
  ['nothing', '', 'no reason given (status 403)'],
  ['what is not even an object', '7', '7 (status 403)'],
])('the words of %s', (_, body, words) => {
  expect(problemWords(body, 403)).toBe(words)
})

test('what kind of problem it is', () => {
  expect(problemType(JSON.stringify({ type }))).toBe('rateLimited')
  expect(problemType('nonsense')).toBe('')
})

const now = new Date('2026-06-15T12:00:00Z')
test.each([
  ['30', 30_000],
  ['Mon, 15 Jun 2026 12:01:00 GMT', 60_000],
  ['Mon, 15 Jun 2026 11:00:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
  [undefined, 0],
])('Retry-After %s', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms)
})
