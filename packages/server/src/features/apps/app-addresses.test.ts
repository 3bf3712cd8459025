import { expect, test } from 'vitest'
import { freeAddresses, partsOf } from './app-addresses.ts'

test('the lowest free addresses come first, after those of the network itself', () => {
  expect(freeAddresses('10.211.0.0/16', new Set(), 2)).toEqual(['10.211.0.10', '10.211.0.11'])
  expect(freeAddresses('10.211.0.0/16', new Set(['10.211.0.10']), 1)).toEqual(['10.211.0.11'])
})

test('a full network has none, and the last address is the broadcast', () => {
  expect(freeAddresses('10.0.0.16/28', new Set(), 100)).toEqual([
    '10.0.0.26',
    '10.0.0.27',
    '10.0.0.28',
    '10.0.0.29',
    '10.0.0.30',
  ])
})

test('a base in the middle of the network counts from its beginning', () => {
  expect(freeAddresses('10.211.5.7/16', new Set(), 1)).toEqual(['10.211.0.10'])
})

test('a subnet is divided into parts of 256 addresses; a smaller one is one part', () => {
  expect(partsOf('10.212.0.0/22')).toEqual(['10.212.0.0/24', '10.212.1.0/24', '10.212.2.0/24', '10.212.3.0/24'])
  expect(partsOf('10.212.0.0/16')).toHaveLength(256)
  expect(partsOf('10.230.7.64/27')).toEqual(['10.230.7.64/27'])
})
