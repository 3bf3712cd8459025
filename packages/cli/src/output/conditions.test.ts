import { expect, test } from 'vitest'
import { painter } from './colors.ts'
import { conditionsText } from './conditions.ts'

const now = new Date('2026-06-15T12:00:00Z')
const since = '2026-06-15T11:00:00Z'

test('what is false comes first, then what is not known, each with reason, age and message', () => {
  const conditions = [
    { type: 'DatabaseReachable', status: 'true' as const, reason: 'Answers', message: 'it answers', since },
    { type: 'EngineReachable', status: 'unknown' as const, reason: 'NotAsked', message: 'not asked yet', since },
    { type: 'DiskHasRoom', status: 'false' as const, reason: 'LowDisk', message: '1 % free', since },
  ]
  expect(conditionsText(conditions, now, painter(false))).toBe(
    [
      'DiskHasRoom is false (LowDisk, since 1h ago): 1 % free',
      'EngineReachable is unknown (NotAsked, since 1h ago): not asked yet',
      'DatabaseReachable is true (Answers, since 1h ago): it answers',
      '',
    ].join('\n'),
  )
})
