import { expect, test } from 'vitest'
import { readSettingWords } from './setting-words.ts'

test('words become settings', () => {
  expect(
    readSettingWords([
      'primary_domain=panel.example.com',
      'public_https_port=8443',
      'acme_enabled=true',
      'public_addresses=192.0.2.1, 2001:db8::1',
      'acme_directory_url=https://ca.example/dir?x=1',
    ]),
  ).toEqual({
    primary_domain: 'panel.example.com',
    public_https_port: 8443,
    acme_enabled: true,
    public_addresses: ['192.0.2.1', '2001:db8::1'],
    acme_directory_url: 'https://ca.example/dir?x=1',
  })
  expect(readSettingWords(['primary_domain=', 'public_addresses='])).toEqual({
    primary_domain: null,
    public_addresses: [],
  })
})

test.each([
  ['acme_enabled', 'is not name=value'],
  ['colour=red', 'is not name=value'],
  ['acme_eab_hmac_key=secret', 'is not name=value'],
  ['acme_enabled=yes', 'acme_enabled'],
  ['public_https_port=-1', 'public_https_port'],
])('%s is refused', (word, reason) => {
  expect(() => readSettingWords([word])).toThrow(reason)
})
