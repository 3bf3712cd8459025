import { expect, test } from 'vitest'
import { OutputKeeper } from './run-output.ts'

const same = (text: string) => text

function keep(lines: string[], maxBytes: number, hide = same) {
  const keeper = new OutputKeeper(maxBytes)
  for (const line of lines) keeper.add(line)
  return keeper.kept(hide)
}

test('what fits is kept whole', () => {
  expect(keep(['one', 'two', 'three'], 100)).toEqual({ text: 'one\ntwo\nthree', isTruncated: false })
  expect(keep([], 100)).toEqual({ text: '', isTruncated: false })
})

test('of more, the first and the last lines are kept, with a mark between', () => {
  const lines = Array.from({ length: 1000 }, (_, at) => `line ${String(at).padStart(4, '0')}`)
  const { text, isTruncated } = keep(lines, 60)
  expect(text).toBe('line 0000\nline 0001\nline 0002\n… 994 lines left out …\nline 0997\nline 0998\nline 0999')
  expect(isTruncated).toBe(true)
})

test('one line that is longer than the bound is left out', () => {
  const { text, isTruncated } = keep(['short', 'x'.repeat(1000), 'end'], 40)
  expect([text, isTruncated]).toEqual(['short\n… 1 lines left out …\nend', true])
})

test('secrets are taken out of each part', () => {
  expect(keep(['a', 'secret', 'b'], 100, (text) => text.replaceAll('secret', '(secret)')).text).toBe('a\n(secret)\nb')
})
