import { describe, expect, test } from 'vitest'
import {
  activeSpan,
  covers,
  findFreeze,
  nextBoundary,
  nextSpan,
  type StoredFreezeWindow,
  spansBetween,
} from './freeze-window.ts'

const at = (time: string) => Date.parse(time)
const shown = (span: { startsAt: number; endsAt: number } | undefined) =>
  span && `${new Date(span.startsAt).toISOString()} ${new Date(span.endsAt).toISOString()}`

function once(name: string, startsAt: string, endsAt: string): StoredFreezeWindow {
  return { ...window, name, times: { startsAt, endsAt } }
}
function again(schedule: string, duration: string, timeZone = 'UTC'): StoredFreezeWindow {
  return { ...window, name: 'again', times: { schedule, duration }, timeZone }
}
const window: StoredFreezeWindow = {
  ...{ id: 'frz_1', name: 'once', reason: '', scope: 'all', scopeId: '', timeZone: 'UTC' },
  times: { startsAt: '', endsAt: '' },
  ...{ createdBy: '', createdAt: '', updatedAt: '' },
}
const place = { name: 'web', projectId: 'prj_1', environmentId: 'env_1' }
const berlinWeekend = again('0 18 * * fri', '60h', 'Europe/Berlin')

describe('a window', () => {
  test.each([
    ['2026-12-20T09:59:59.999Z', undefined],
    ['2026-12-20T10:00:00Z', '2026-12-20T10:00:00.000Z 2026-12-27T10:00:00.000Z'],
    ['2026-12-27T09:59:59.999Z', '2026-12-20T10:00:00.000Z 2026-12-27T10:00:00.000Z'],
    ['2026-12-27T10:00:00Z', undefined],
  ])('that is a single one holds from its first moment up to its last: %s', (time, span) => {
    expect(shown(activeSpan(once('x', '2026-12-20T10:00:00.000Z', '2026-12-27T10:00:00.000Z'), at(time)))).toBe(span)
  })

  test.each([
    ['a usual weekend', '2026-11-14T12:00:00Z', '2026-11-13T17:00:00.000Z 2026-11-16T05:00:00.000Z'],
    [
      'the weekend when the clocks go back',
      '2026-10-25T12:00:00Z',
      '2026-10-23T16:00:00.000Z 2026-10-26T05:00:00.000Z',
    ],
    ['the weekend when they go forward', '2026-03-29T12:00:00Z', '2026-03-27T17:00:00.000Z 2026-03-30T04:00:00.000Z'],
    ['the last minute of it', '2026-11-16T04:59:00Z', '2026-11-13T17:00:00.000Z 2026-11-16T05:00:00.000Z'],
    ['the minute after', '2026-11-16T05:00:00Z', undefined],
    ['a working day', '2026-11-18T12:00:00Z', undefined],
  ])('from Friday 18:00 to Monday 06:00 in Berlin: %s', (_, time, span) => {
    expect(shown(activeSpan(berlinWeekend, at(time)))).toBe(span)
  })

  test('ends at a time that comes twice the first time, and at a skipped one as if it were not skipped', () => {
    const late = again('0 22 * * sat', '270m', 'Europe/Berlin')
    expect(shown(nextSpan(late, at('2026-10-24T12:00:00Z')))).toBe('2026-10-24T20:00:00.000Z 2026-10-25T00:30:00.000Z')
    expect(shown(nextSpan(late, at('2026-03-28T12:00:00Z')))).toBe('2026-03-28T21:00:00.000Z 2026-03-29T01:30:00.000Z')
  })

  test('is drawn with what began before the first day and what goes on after the last', () => {
    const spans = spansBetween(berlinWeekend, at('2026-11-15T00:00:00Z'), at('2026-11-28T00:00:00Z'), 10)
    expect(spans.map(({ startsAt }) => new Date(startsAt).getUTCDate())).toEqual([13, 20, 27])
    expect(spansBetween(again('* * * * *', '1m'), 0, at('2026-01-01T00:00:00Z'), 7)).toHaveLength(7)
  })

  test.each([
    ['all', '', true],
    ['project', 'prj_1', true],
    ['project', 'prj_2', false],
    ['environment', 'env_1', true],
    ['environment', 'env_2', false],
    ['app', 'web', true],
    ['app', 'api', false],
  ] as const)('of scope %s %s covers the app: %s', (scope, scopeId, isCovered) => {
    expect(covers({ scope, scopeId }, place)).toBe(isCovered)
  })
})

describe('an app is held', () => {
  const now = at('2026-12-24T12:00:00Z')
  const christmas = once('christmas', '2026-12-23T00:00:00Z', '2026-12-27T00:00:00Z')
  const audit = once('audit', '2026-12-26T00:00:00Z', '2026-12-29T00:00:00Z')
  const newYear = once('new year', '2026-12-29T00:00:00Z', '2027-01-02T00:00:00Z')
  const other = {
    ...once('other', '2026-12-01T00:00:00Z', '2027-02-01T00:00:00Z'),
    scope: 'app',
    scopeId: 'api',
  } as const

  test.each([
    ['by nothing', [other], undefined],
    ['by the window that covers it', [other, christmas], 'christmas 2026-12-27T00:00:00.000Z'],
    ['through windows that overlap or touch', [newYear, audit, christmas], 'christmas 2027-01-02T00:00:00.000Z'],
    ['not by one after a gap', [newYear, christmas], 'christmas 2026-12-27T00:00:00.000Z'],
  ])('%s', (_, windows, expected) => {
    const found = findFreeze(windows, place, now)
    expect(found && `${found.window.name} ${new Date(found.until).toISOString()}`).toBe(expected)
  })

  test('and windows without a gap between them are not followed for ever', () => {
    const windows = [again('0 0 * * *', '20h'), again('0 12 * * *', '20h')]
    expect(findFreeze(windows, place, now)?.until).toBeGreaterThan(now + 50 * 86_400_000)
  })
})

test.each([
  ['nothing', [], undefined],
  ['the end of one that holds', [berlinWeekend], '2026-11-16T05:00:00.000Z'],
  ['the start of one before that', [berlinWeekend, again('0 20 * * *', '1h')], '2026-11-14T20:00:00.000Z'],
  ['not one that is over', [once('x', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z')], undefined],
])('the next boundary: %s', (_, windows, expected) => {
  const next = nextBoundary(windows, at('2026-11-14T12:00:00Z'))
  expect(next && new Date(next).toISOString()).toBe(expected)
})
