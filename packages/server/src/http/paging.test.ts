import { expect, test } from 'vitest'
import { onePage, pageOf, readCursor, writeCursor } from './paging.ts'

const request = {
  id: 'r',
  address: '',
  userAgent: '',
  isSecure: false,
  origin: 'http://x',
  url: '/api/v1/things?limit=2&q=a%20b',
  lastEventId: undefined,
}

function page(rows: string[], limit: number) {
  const headers: Record<string, string> = {}
  const answer = {
    header: (name: string, value: string) => Object.assign(headers, { [name]: value }),
    session: () => {},
  }
  const shown = onePage(
    rows,
    { limit, before: undefined },
    (id) => ({ at: '2026-01-01T00:00:00.000Z', id }),
    request,
    answer,
  )
  return { shown, link: headers.link }
}

test('a full page links to the next with the same filters', () => {
  const { shown, link } = page(['a', 'b', 'c'], 2)
  expect(shown).toEqual(['a', 'b'])
  const before = writeCursor({ at: '2026-01-01T00:00:00.000Z', id: 'b' })
  expect(link).toBe(`</api/v1/things?limit=2&q=a+b&before=${before}>; rel="next"`)
})

test('the last page links nowhere', () => {
  expect(page(['a', 'b'], 2)).toEqual({ shown: ['a', 'b'], link: undefined })
})

test('a cursor comes back as it went, and a time is one too', () => {
  const cursor = { at: '2026-01-01T00:00:00.000Z', id: 'aud_1' }
  expect(readCursor(writeCursor(cursor))).toEqual(cursor)
  expect(readCursor('2026-01-01T01:00:00+01:00')).toEqual({ at: '2026-01-01T00:00:00.000Z', id: '' })
  expect(pageOf({})).toEqual({ limit: 50, before: undefined })
})

test.each(['nonsense', '2026-99-99T00:00:00Z', 'JyBvciAxPTE'])('%j is no cursor', (text) => {
  expect(() => readCursor(text)).toThrow('before')
})
