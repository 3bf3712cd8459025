import { expect, test } from 'vitest'
import { dnsVerdict, expectedAddresses, hostToLookUp } from './dns-verdict.ts'

const nothing = { a: [], aaaa: [], cname: [], problem: undefined }
const four = '198.51.100.7'
const six = '2001:db8::7'

test.each([
  ['its one address', [four], { a: [four] }, 'connected'],
  ['one of several', [four, six], { a: [four] }, 'connected'],
  ['both families', [four, six], { a: [four], aaaa: [six] }, 'connected'],
  ['the same IPv6 address, written otherwise', [six], { aaaa: ['2001:DB8:0:0::7'] }, 'connected'],
  ['nothing', [four], {}, 'not_resolving'],
  ['a name server that fails', [four], { problem: 'ESERVFAIL' }, 'not_resolving'],
  ['another address', [four], { a: ['198.51.100.8'] }, 'resolves_elsewhere'],
  ['ours and another', [four], { a: [four, '198.51.100.8'] }, 'resolves_elsewhere'],
  ['ours, and an IPv6 address that is not', [four], { a: [four], aaaa: ['2001:db8::9'] }, 'resolves_elsewhere'],
  ['anything while ours are not known', [], { a: [four] }, 'unconfigured'],
])('a host that leads to %s', (_, expected, found, status) => {
  expect(dnsVerdict('example.com', expected, { ...nothing, ...found }).status).toBe(status)
})

test('the records to make are told, in words too', () => {
  const { message, records } = dnsVerdict('example.com', [four, six], { ...nothing, a: ['198.51.100.8'] })
  expect(records).toEqual([
    { type: 'A', name: 'example.com', value: four, ttl: 300 },
    { type: 'AAAA', name: 'example.com', value: six, ttl: 300 },
  ])
  expect(message).toBe(
    `example.com leads to 198.51.100.8: create example.com A ${four} or example.com AAAA ${six} in place of what is there`,
  )
  expect(dnsVerdict('a.example', [four], { ...nothing, problem: 'ESERVFAIL' }).message).toContain('ESERVFAIL')
})

test('a wildcard is looked up by a name below it', () => {
  expect(hostToLookUp('*.example.com')).toBe('levelrail-check.example.com')
  expect(hostToLookUp('example.com')).toBe('example.com')
})

test('addresses of the machine count only where they are public and none are set', () => {
  expect(expectedAddresses([], ['127.0.0.1', '10.1.2.3', '8.8.4.4', 'fe80::1', '8.8.4.4'])).toEqual(['8.8.4.4'])
  expect(expectedAddresses(['192.168.1.2'], ['8.8.4.4'])).toEqual(['192.168.1.2'])
})
