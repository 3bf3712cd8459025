import { expect, test } from 'vitest'
import { sizeText } from './size.ts'

test.each([
  [null, '-'],
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [9949, '9.9 kB'],
  [9960, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [1_773_152_512, '1.8 GB'],
  [5e15, '5000 TB'],
])('%s is %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
