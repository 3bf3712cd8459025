import { expect, test } from 'vitest'
import { createRedactor } from '../../lib/redact.ts'
import { createPieceFilter, entryOf, longestMessage, textOf } from './log-entry.ts'

const source = { id: 'c0ffee', container: 'web-0', replica: 0, deployId: 'dep_1', state: 'running' }
const raw = (line: string, isContinued = false) => ({
  source,
  stream: 'stdout' as const,
  stamp: '2026-01-02T03:04:05.000000000Z',
  line,
  isContinued,
})

test('a line tells where it comes from, and no secret', () => {
  const entry = entryOf(raw('error: no hunter22'), createRedactor(['hunter22']))
  expect(entry).toEqual({
    timestamp: '2026-01-02T03:04:05.000000000Z',
    container: 'web-0',
    replica: 0,
    deploy_id: 'dep_1',
    stream: 'stdout',
    level: 'error',
    message: 'error: no (secret)',
    cut: false,
  })
  expect(textOf(entry)).toBe('2026-01-02T03:04:05.000000000Z 0 stdout error: no (secret)\n')
})

test('a secret over the place where a line is cut does not show in part', () => {
  const secret = 'correct-horse-battery'
  const { message, cut } = entryOf(raw(`${'x'.repeat(longestMessage - 5)}${secret} more`), createRedactor([secret]))
  expect(cut).toBe(true)
  expect(message).toMatch(/ … \(cut\)$/)
  expect(message).not.toContain('corre')
})

test('of a line in pieces the first is kept, with the mark', () => {
  const isFirst = createPieceFilter()
  const pieces = [{ isContinued: true as const }, { isContinued: true as const }, {}, {}]
  expect(pieces.map((piece) => isFirst({ stream: 'stdout', ...piece }))).toEqual([true, false, false, true])
  expect(entryOf(raw('begin', true), createRedactor([]))).toMatchObject({ message: 'begin … (cut)', cut: true })
})
