import { expect, test } from 'vitest'
import { readAppCursor, writeAppCursor } from './app-cursor.ts'

const app = { name: 'web', createdAt: '2026-01-01T00:00:00.000Z' }

test('a cursor holds the value that the list is sorted by', () => {
  expect(readAppCursor(writeAppCursor(app, '-name'))).toEqual({ value: 'web', name: 'web' })
  expect(readAppCursor(writeAppCursor(app, 'created_at'))).toEqual({ value: app.createdAt, name: 'web' })
})

test.each(['nonsense', '', 'e30', 'WzEsMl0'])('%j is no cursor', (text) => {
  expect(() => readAppCursor(text)).toThrow('not a cursor')
})
