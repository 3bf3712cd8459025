import { expect, test } from 'vitest'
import { readDrain } from './set.ts'

test('the first line is the address, each further one a header', () => {
  expect(readDrain('https://logs.example/in\r\nAuthorization: Bearer a:b\n\nX-Key:1\n')).toEqual({
    url: 'https://logs.example/in',
    headers: { Authorization: 'Bearer a:b', 'X-Key': '1' },
  })
  expect(readDrain('syslog+tcp://a:514')).toEqual({ url: 'syslog+tcp://a:514', headers: {} })
})

test('a line that is no header is refused without being repeated', () => {
  expect(() => readDrain('https://logs.example/in\nhunter2')).toThrow(/^line 2 is no header$/)
})
