import { expect, test } from 'vitest'
import { Throttle } from './throttle.ts'

const at = (seconds: number) => new Date(1_000_000_000_000 + seconds * 1000)

function failTimes(throttle: Throttle, times: number, address = '192.0.2.1', account = 'a@b.c') {
  for (let n = 0; n < times; n++) throttle.failed(address, account, at(0))
}

test('five failures are free, then the wait doubles up to a minute', () => {
  const throttle = new Throttle()
  failTimes(throttle, 4)
  expect(throttle.waitMs('192.0.2.1', at(0))).toBe(0)
  failTimes(throttle, 1)
  expect(throttle.waitMs('192.0.2.1', at(0))).toBe(1000)
  failTimes(throttle, 1)
  expect(throttle.waitMs('192.0.2.1', at(1))).toBe(1000)
  failTimes(throttle, 20)
  expect(throttle.waitMs('192.0.2.1', at(0))).toBe(60_000)
})

test('an account under attack is answered slowly, never refused', () => {
  const throttle = new Throttle()
  for (let n = 0; n < 100; n++) throttle.failed(`198.51.100.${n}`, 'Owner@example.com', at(0))
  expect(throttle.slowdownMs('owner@example.com', at(0))).toBe(2000)
  expect(throttle.waitMs('192.0.2.9', at(0))).toBe(0)
})

test('signing in clears the count, and time forgets it', () => {
  const throttle = new Throttle()
  failTimes(throttle, 10)
  throttle.succeeded('192.0.2.1', 'a@b.c')
  expect(throttle.waitMs('192.0.2.1', at(0))).toBe(0)
  failTimes(throttle, 10)
  expect(throttle.waitMs('192.0.2.1', at(16 * 60))).toBe(0)
})

test('IPv6 neighbours in one /64 count as one address', () => {
  const throttle = new Throttle()
  for (let n = 0; n < 6; n++) throttle.failed(`2001:db8:1:2::${n}`, `u${n}@b.c`, at(0))
  expect(throttle.waitMs('2001:db8:1:2::ffff', at(0))).toBeGreaterThan(0)
  expect(throttle.waitMs('2001:db8:1:3::1', at(0))).toBe(0)
})

test('ten thousand addresses are remembered at most', () => {
  const throttle = new Throttle()
  failTimes(throttle, 6, 'first')
  for (let n = 0; n < 10_000; n++) throttle.failed(`a${n}`, 'same@b.c', at(0))
  expect(throttle.waitMs('first', at(0))).toBe(0)
})
