import { expect, test } from 'vitest'
import { cleanupNotes } from './cleanup.ts'

const item = { kind: 'image' as const, name: 'shop:1', size_bytes: 5_000_000, removed: false, error: null }
const nothing = { dry_run: true, items: [], bytes: 0, orphaned_volumes: [], images_wait: false }
const volume = { name: 'data', app: 'shop', size_bytes: null, created_at: '2026-06-15T11:00:00Z' }

test('it says what would go, what went, and that volumes stay', () => {
  expect(cleanupNotes(nothing)).toEqual(['there is nothing to clean up'])
  expect(cleanupNotes({ ...nothing, items: [item], bytes: 5_000_000 })).toEqual([
    '1 thing, 5.0 MB would go; nothing is changed without --yes',
  ])
  const items = [
    { ...item, removed: true },
    { ...item, error: 'something uses it again' },
  ]
  const done = { ...nothing, dry_run: false, items, bytes: 5_000_000, orphaned_volumes: [volume], images_wait: true }
  expect(cleanupNotes(done)).toEqual([
    '1 thing, 5.0 MB removed',
    'no app uses these volumes; one goes only by name: --volume NAME --yes',
    'images are left alone while a deploy gets its image',
  ])
})
