import { expect, test } from 'vitest'
import { addressAt, addressCount } from './subnet.ts'

test('addresses are counted through a subnet', () => {
  expect(addressAt('10.20.0.0/16', 1)).toBe('10.20.0.1')
  expect(addressAt('10.20.0.0/16', 258)).toBe('10.20.1.2')
  expect(addressAt('192.168.255.0/24', 255)).toBe('192.168.255.255')
  expect(addressCount('10.20.0.0/16')).toBe(65_536)
  expect(addressCount('10.20.0.0/30')).toBe(4)
})
