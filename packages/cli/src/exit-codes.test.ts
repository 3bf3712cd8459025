import { readFileSync } from 'node:fs'
import { ApiFailure, NetworkFailure } from '@levelrail/contract/client.ts'
import { expect, test } from 'vitest'
import { endingOf, exitCodes, invalid, usage } from './exit-codes.ts'

const answers = [401, 403, 404, 409, 413, 429, 500, 501, 502, 503, 507]
const cases: { error: Error; code: number }[] = [
  { error: usage('x'), code: 1 },
  { error: invalid('x'), code: 2 },
  { error: new ApiFailure(400, 'x'), code: 2 },
  { error: new ApiFailure(422, 'x'), code: 2 },
  { error: new NetworkFailure('http://x', new Error('x')), code: 3 },
  ...answers.map((status) => ({ error: new ApiFailure(status, `HTTP ${status}`), code: 4 })),
]

test.each(cases)('$error ends with $code', ({ error, code }) => {
  expect(exitCodes[endingOf(error)].code).toBe(code)
})

test('the codes are the agreed ones, each once', () => {
  expect(Object.values(exitCodes).map(({ code }) => code)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 130])
})

test('docs/cli.md shows the same table', () => {
  const page = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| (\d+) +\| (.+?) +\|$/gm)].map(([, code, meaning]) => ({
    code: Number(code),
    meaning,
  }))
  expect(rows).toEqual(Object.values(exitCodes))
})
