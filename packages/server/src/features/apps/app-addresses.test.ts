import { expect, test } from 'vitest'
import { freeAddresses, partsOf } from './app-addresses.ts'

const names = Array.from({ length: 30 }, (_, at) => `app-${at}`)

test('an app finds the same addresses again, and another one where those are taken', () => {
  const [first = '', second = ''] = freeAddresses('10.211.0.0/16', new Set(), 2, 'web')
  expect(freeAddresses('10.211.0.0/16', new Set([first]), 1, 'web')).toEqual([second])
})

test('apps that look for an address at once rarely find the same', () => {
  const found = names.flatMap((name) => freeAddresses('10.211.0.0/16', new Set(), 1, name))
  expect(new Set(found).size).toBe(names.length)
})

test('a full network has none, and the last address is the broadcast', () => {
  const all = ['10.0.0.26', '10.0.0.27', '10.0.0.28', '10.0.0.29', '10.0.0.30']
  for (const name of names) expect(freeAddresses('10.0.0.16/28', new Set(), 100, name).toSorted()).toEqual(all)
  expect(freeAddresses('10.0.0.16/28', new Set(all), 100, 'web')).toEqual([])
})

test('a base in the middle of the network counts from its beginning', () => {
  expect(freeAddresses('10.0.0.23/28', new Set(), 100, 'web')).toContain('10.0.0.26')
})

test('a subnet is divided into parts of 256 addresses; a smaller one is one part', () => {
  expect(partsOf('10.212.0.0/22')).toEqual(['10.212.0.0/24', '10.212.1.0/24', '10.212.2.0/24', '10.212.3.0/24'])
  expect(partsOf('10.212.0.0/16')).toHaveLength(256)
  expect(partsOf('10.230.7.64/27')).toEqual(['10.230.7.64/27'])
})
