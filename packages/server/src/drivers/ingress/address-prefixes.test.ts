import { expect, test } from 'vitest'
import { parseNetwork, prefixesOf } from './address-prefixes.ts'

test.each([
  ['10.0.0.0/8', ['40A']],
  ['10.9.9.9/8', ['40A']],
  ['0.0.0.0/0', ['4']],
  ['::/0', ['6']],
  ['192.0.2.7', ['4C0000207']],
  ['192.168.0.0/22', ['4C0A800', '4C0A801', '4C0A802', '4C0A803']],
  ['128.0.0.0/1', ['48', '49', '4A', '4B', '4C', '4D', '4E', '4F']],
  ['2001:db8::/32', ['620010DB8']],
  ['fe80::1', ['6FE800000000000000000000000000001']],
  ['::ffff:192.0.2.7', ['4C0000207']],
  ['::ffff:192.0.2.0/120', ['4C00002']],
  [
    '::ffff:0:0/90',
    [`6${'0'.repeat(20)}FFC`, `6${'0'.repeat(20)}FFD`, `6${'0'.repeat(20)}FFE`, `6${'0'.repeat(20)}FFF`],
  ],
])('%s', (text, prefixes) => {
  const network = parseNetwork(text)
  expect(network && prefixesOf(network)).toEqual(prefixes)
})

test.each([
  '',
  '10.0.0',
  '10.0.0.0/33',
  '::/129',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  'fe80::1%eth0',
  '10.0.0.0/-1',
  '1.2.3.4 ',
])('%j is no network', (text) => expect(parseNetwork(text)).toBeUndefined())
