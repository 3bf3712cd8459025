import { expect, test } from 'vitest'
import { isAllowed, standingOf } from './address-guard.ts'

test.each([
  ['1.1.1.1', 'public'],
  ['172.15.255.255', 'public'],
  ['172.32.0.1', 'public'],
  ['2606:4700::1111', 'public'],
  ['127.0.0.1', 'private'],
  ['127.8.9.1', 'private'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['::1', 'private'],
  ['fd12::1', 'private'],
  ['::ffff:127.0.0.1', 'private'],
  ['::ffff:7f00:1', 'private'],
  ['64:ff9b::10.0.0.1', 'private'],
  ['2002:7f00:1::', 'private'],
  ['0.0.0.0', 'special'],
  ['::', 'special'],
  ['169.254.169.254', 'special'],
  ['::ffff:169.254.169.254', 'special'],
  ['64:ff9b::a9fe:a9fe', 'special'],
  ['fe80::1', 'special'],
  ['fe80::1%eth0', 'special'],
  ['fd00:ec2::254', 'special'],
  ['100.100.100.200', 'special'],
  ['168.63.129.16', 'special'],
  ['224.0.0.1', 'special'],
  ['255.255.255.255', 'special'],
  ['ff02::1', 'special'],
  ['::127.0.0.1', 'special'],
  ['2001:db8::1', 'special'],
  ['2001:0:1::1', 'special'],
  ['not-an-address', 'special'],
] as const)('%s is %s', (address, standing) => {
  expect(standingOf(address)).toBe(standing)
})

test('private addresses are allowed by their network alone, special ones by none', () => {
  const allowed = ['127.0.0.0/8', '10.1.2.3', 'fd12::/16', '169.254.0.0/16', '0.0.0.0/0']
  expect(isAllowed('127.0.0.1', [])).toBe(false)
  expect(isAllowed('127.0.0.1', allowed)).toBe(true)
  expect(isAllowed('::ffff:127.0.0.1', ['127.0.0.0/8'])).toBe(true)
  expect(isAllowed('10.1.2.4', ['10.1.2.3'])).toBe(false)
  expect(isAllowed('10.1.2.3', ['10.1.2.3'])).toBe(true)
  expect(isAllowed('fd12::9', allowed)).toBe(true)
  expect(isAllowed('169.254.169.254', allowed)).toBe(false)
  expect(isAllowed('1.1.1.1', [])).toBe(true)
})
