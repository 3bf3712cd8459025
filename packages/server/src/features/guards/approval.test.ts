import { expect, test } from 'vitest'
import { decisionRefusal, hasExpired, newApproval, type StoredApproval, type StoredVote, withVote } from './approval.ts'

const now = new Date('2026-11-15T12:00:00Z')
const person = (userId: string) => ({ kind: 'session', userId })
const vote = (userId: string, decision: StoredVote['decision']): StoredVote => ({
  ...{ userId, by: `${userId}@example.com`, decision, comment: '', at: now.toISOString() },
})
const asked = (required = 1): StoredApproval => ({
  ...{ state: 'pending', required, authorId: 'ann', expiresAt: '2026-11-16T12:00:00.000Z', votes: [] },
})

test('without a rule nothing is needed; with several the strictest counts', () => {
  expect(newApproval([], 'ann', now)).toBeNull()
  const rules = [
    { required: 1, expiresAfter: '2h' },
    { required: 3, expiresAfter: '24h' },
  ]
  expect(newApproval(rules, 'ann', now)).toEqual({
    ...{ state: 'pending', required: 3, authorId: 'ann', expiresAt: '2026-11-15T14:00:00.000Z', votes: [] },
  })
})

test.each<[string, StoredApproval, { kind: string; userId: string }, RegExp | null]>([
  ['another person', asked(), person('bob'), null],
  ['the author', asked(), person('ann'), /somebody else has to decide/],
  ['a token of another person', asked(), { kind: 'token', userId: 'bob' }, /needs a signed-in person/],
  ['a token of the author', asked(), { kind: 'token', userId: 'ann' }, /needs a signed-in person/],
  ['the same person again', withVote(asked(2), vote('bob', 'approved')), person('bob'), /decided already/],
  ['a second person', withVote(asked(2), vote('bob', 'approved')), person('cyd'), null],
  ['anybody once it is over', withVote(asked(), vote('bob', 'rejected')), person('cyd'), /it was rejected/],
])('%s deciding', (_, approval, who, refusal) => {
  const answer = decisionRefusal(approval, who)
  if (refusal === null) expect(answer).toBeNull()
  else expect(answer).toMatch(refusal)
})

test('as many approvals as are needed grant it, and one rejection ends it', () => {
  const first = withVote(asked(2), vote('bob', 'approved'))
  expect(first.state).toBe('pending')
  expect(withVote(first, vote('cyd', 'approved')).state).toBe('approved')
  expect(withVote(first, vote('cyd', 'rejected')).state).toBe('rejected')
})

test('only what still waits expires, and not a moment early', () => {
  const [before, then] = [new Date('2026-11-16T11:59:59.999Z'), new Date('2026-11-16T12:00:00Z')]
  expect([hasExpired(asked(), before), hasExpired(asked(), then), hasExpired(null, then)]).toEqual([false, true, false])
  expect(hasExpired(withVote(asked(), vote('bob', 'approved')), then)).toBe(false)
})
