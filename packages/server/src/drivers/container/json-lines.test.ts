import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readJsonLines } from './json-lines.ts'

test('values split over chunks, even inside a character, come out whole', async () => {
  const bytes = Buffer.from('{"a":"é"}\r\n{"a":"2"}\n\n{"a":"3"}')
  const chunks = [bytes.subarray(0, 7), bytes.subarray(7, 15), bytes.subarray(15)]
  const seen: unknown[] = []
  for await (const value of readJsonLines(Readable.from(chunks))) seen.push(value)
  expect(seen).toEqual([{ a: 'é' }, { a: '2' }, { a: '3' }])
})
