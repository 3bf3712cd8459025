import type { AppDomainWish } from '@levelrail/contract/schemas/domains.ts'
import { expect, test } from 'vitest'
import { checkOptions } from './domain-options.ts'

test('what is left out has its default, and names are kept in one form', () => {
  expect(checkOptions([{ domain: 'WWW.Example.com.', redirect_to: 'Bücher.example', port: 9000 }])).toEqual({
    ok: true,
    value: [
      {
        domain: 'www.example.com',
        port: 9000,
        redirect_to: 'xn--bcher-kva.example',
        http: 'auto',
        hsts_seconds: 0,
        tls: 'auto',
      },
    ],
  })
})

test.each<[string, AppDomainWish[], string]>([
  ['HTTPS asked for without TLS', [{ domain: 'a.test', tls: 'off', http: 'redirect' }], 'http cannot be "redirect"'],
  ['HSTS without TLS', [{ domain: 'a.test', tls: 'off', hsts_seconds: 1 }], 'hsts_seconds must be 0'],
  ['ACME for a wildcard', [{ domain: '*.a.test', tls: 'acme' }], 'tls cannot be "acme"'],
  ['one that leads to itself', [{ domain: 'a.test/x', redirect_to: 'a.test' }], 'another host'],
  ['one that leads to a path', [{ domain: 'a.test', redirect_to: 'b.test/x' }], 'must be one host name'],
  ['one that leads to a wildcard', [{ domain: 'a.test', redirect_to: '*.b.test' }], 'must be one host name'],
  ['one that leads to no name', [{ domain: 'a.test', redirect_to: 'https://b.test' }], 'redirect_to: "https://b.test"'],
  [
    'a circle',
    [
      { domain: 'a.test', redirect_to: 'b.test' },
      { domain: 'b.test', redirect_to: 'a.test' },
    ],
    'itself leads elsewhere',
  ],
])('%s is refused, and the domain named', (_, wishes, reason) => {
  const checked = checkOptions(wishes)
  expect(checked).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
  if (!checked.ok) expect(checked.reason).toContain(JSON.stringify(wishes[0]?.domain))
})
