import { expect, test } from 'vitest'
import { takeRows } from './take-rows.ts'

async function* pages(...all: number[][]) {
  for (const [index, rows] of all.entries()) yield { rows, hasMore: index < all.length - 1 }
}

test.each([
  ['all of one page', pages([1, 2]), 5, { rows: [1, 2], isCut: false }],
  ['pages one after another', pages([1, 2], [3]), 5, { rows: [1, 2, 3], isCut: false }],
  ['as many as wanted, with more in the page', pages([1, 2, 3]), 2, { rows: [1, 2], isCut: true }],
  ['as many as wanted, with more pages', pages([1, 2], [3]), 2, { rows: [1, 2], isCut: true }],
  ['exactly as many as there are', pages([1, 2]), 2, { rows: [1, 2], isCut: false }],
  ['nothing', pages([]), 2, { rows: [], isCut: false }],
])('it takes %s', async (_, from, most, expected) => {
  expect(await takeRows(from, most)).toEqual(expected)
})

test('rows that are not wanted do not count', async () => {
  expect(await takeRows(pages([1, 2, 3], [4, 5, 6]), 2, (row) => row % 2 === 0)).toEqual({ rows: [2, 4], isCut: true })
})
