import { expect, test } from 'vitest'
import { bits, boolean, explicit, implicit, objectId, octets, sequence, setOf, text, time, unsigned } from './der.ts'

const hex = (bytes: string) => Buffer.from(bytes.replaceAll(' ', ''), 'hex')

// By the examples of X.690 and of common certificates.
test.each<[string, Buffer, string]>([
  ['an object id', objectId('1.2.840.113549'), '06 06 2a8648 86f70d'],
  ['a short object id', objectId('2.5.29.17'), '06 03 551d11'],
  ['zero', unsigned(Buffer.from([0, 0])), '02 01 00'],
  ['a number', unsigned(Buffer.from([0, 0x7f])), '02 01 7f'],
  ['a number that would look negative', unsigned(Buffer.from([0x80])), '02 02 0080'],
  ['true', boolean(true), '01 01 ff'],
  ['bits', bits(Buffer.from([0x06]), 1), '03 02 0106'],
  ['octets', octets(Buffer.from([1, 2])), '04 02 0102'],
  ['text', text('é'), '0c 02 c3a9'],
  ['a time', time(new Date('2049-12-31T23:59:59.999Z')), '17 0d 3439313233313233353935395a'],
  ['a late time', time(new Date('2050-01-01T00:00:00Z')), '18 0f 32303530303130313030303030305a'],
  ['a sequence', sequence(boolean(false), boolean(true)), '30 06 010100 0101ff'],
  ['a set', setOf(boolean(true)), '31 03 0101ff'],
  [
    'tags of the context',
    sequence(explicit(3, boolean(true)), implicit(2, Buffer.from('a'))),
    '30 08 a3 03 0101ff 82 01 61',
  ],
])('%s', (_, written, expected) => {
  expect(written).toEqual(hex(expected))
})

test.each([
  [127, '04 7f'],
  [128, '04 81 80'],
  [256, '04 82 0100'],
  [70_000, '04 83 011170'],
])('the length of %d bytes', (count, head) => {
  const written = octets(Buffer.alloc(count))
  expect(written.subarray(0, hex(head).length)).toEqual(hex(head))
  expect(written.length).toBe(hex(head).length + count)
})
