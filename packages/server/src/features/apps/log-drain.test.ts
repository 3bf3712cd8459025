import { expect, test } from 'vitest'
import { checkDrain, isSameDrain, maskDrain, type StoredDrain, unmaskDrain } from './log-drain.ts'

const http: StoredDrain = {
  url: 'https://logs.example:8443/in?key=s3cret',
  headers: { Authorization: 'Bearer s3cret' },
}
const syslog: StoredDrain = { url: 'syslog+tcp://logs.example:514', headers: {} }

test.each([http, syslog])('a mask shows no secret, and saving it keeps what is stored', (stored) => {
  const mask = maskDrain(stored)
  expect(JSON.stringify(mask)).not.toContain('s3cret')
  expect(unmaskDrain(mask, stored)).toEqual(stored)
})

test('the mask tells the host of an HTTP target alone', () => {
  expect(maskDrain(http)).toEqual({ url: 'https://logs.example:8443/(hidden)', headers: { Authorization: '(hidden)' } })
  expect(maskDrain(syslog)).toEqual({ url: '(hidden)', headers: {} })
})

test('one part can change while the other is kept', () => {
  const elsewhere = 'https://other.example/in'
  expect(unmaskDrain({ ...maskDrain(http), url: elsewhere }, http)).toEqual({ ...http, url: elsewhere })
  expect(unmaskDrain({ url: maskDrain(http).url, headers: { X: '1' } }, http)).toEqual({ ...http, headers: { X: '1' } })
  expect(unmaskDrain({ url: maskDrain(http).url }, http)).toEqual({ ...http, headers: {} })
  expect(unmaskDrain(null, http)).toBeNull()
})

test('a placeholder that stands for nothing is refused', () => {
  expect(() => unmaskDrain({ url: 'https://other.example/(hidden)' }, http)).toThrow('send the whole address')
  expect(() => unmaskDrain({ url: '(hidden)' }, null)).toThrow('send the whole address')
  expect(() => unmaskDrain({ url: 'https://a.example/', headers: { X: '(hidden)' } }, http)).toThrow('send the value')
})

test.each([
  [{ url: 'ftp://a.example/', headers: {} }, 'log_drain.url must be'],
  [{ url: 'a.example', headers: {} }, 'log_drain.url must be'],
  [{ url: 'syslog+tcp://a.example', headers: {} }, 'needs a port'],
  [{ url: 'syslog+udp://a.example:514/path', headers: {} }, 'nothing else'],
  [{ url: 'syslog+udp://a.example:514', headers: { X: '1' } }, 'for http and https targets only'],
])('%j is refused', (drain, message) => {
  expect(() => checkDrain(drain)).toThrow(message)
})

test('order does not matter to whether two are the same', () => {
  expect(isSameDrain({ url: 'u', headers: { a: '1', b: '2' } }, { url: 'u', headers: { b: '2', a: '1' } })).toBe(true)
  expect(isSameDrain(http, null)).toBe(false)
})
