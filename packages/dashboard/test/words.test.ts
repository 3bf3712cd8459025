// The pure parts of the dashboard: addresses, times, sizes and policies in words.
import { expect, test } from 'vitest'
import { policyWords, sizeWords, typeWords } from '../app/components/words.ts'
import { auditFilter } from '../app/pages/audit-filter.ts'
import { paths, safeReturnPath } from '../app/paths.ts'
import { relativeWords } from '../app/ui/relative-time.tsx'

test.each([
  ['/audit?outcome=refused', '/audit?outcome=refused'],
  ['//evil.example', paths.home],
  ['/\\evil.example', paths.home],
  ['https://evil.example', paths.home],
  ['/login?return=/login', paths.home],
  [undefined, paths.home],
])('sign-in with the return path %s leads to %s', (given, result) => {
  expect(safeReturnPath(given)).toBe(result)
})

test.each([
  [1_000, 'just now'],
  [59_000, '59 s ago'],
  [61_000, '1 min ago'],
  [7_200_000, '2 h ago'],
  [-86_400_000, 'in 1 d'],
])('a time %d ms back is %s', (backMs, words) => {
  expect(relativeWords(1_700_000_000_000 - backMs, 1_700_000_000_000)).toBe(words)
})

test('a policy says what may be touched, and an empty list is none', () => {
  expect(policyWords(null)).toBe('Everything')
  expect(policyWords({ apps: ['shop-*', 'blog'], databases: [] })).toBe('apps: shop-* blog, no databases')
})

test('sizes and condition types are said as people say them', () => {
  expect([0, 999, 1_500, 87_400_000].map(sizeWords)).toEqual(['0 B', '999 B', '1.5 kB', '87 MB'])
  expect(typeWords('MasterKeyPresent')).toBe('Master key present')
})

test('the audit filter keeps what it understands of an address', () => {
  const search = { actor: 'ada@example.com', outcome: 'sideways', from: 'yesterday', action: '', page: '2' }
  expect(auditFilter(search)).toEqual({ actor: 'ada@example.com' })
  expect(auditFilter({ outcome: 'ok', to: '2026-01-02T03:04:05+01:00' })).toEqual({
    outcome: 'ok',
    to: '2026-01-02T02:04:05.000Z',
  })
})
