import { expect, test } from 'vitest'
import { parseDomain, plainDomain } from './domain.ts'

test.each([
  ['example.com', 'example.com', ''],
  ['Shop.Example.COM', 'shop.example.com', ''],
  ['example.com.', 'example.com', ''],
  ['example.com/', 'example.com', ''],
  ['example.com/api/', 'example.com', '/api'],
  ['example.com/Api/v1', 'example.com', '/Api/v1'],
  ['web.localhost', 'web.localhost', ''],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example', ''],
  ['Bücher.example/a', 'xn--bcher-kva.example', '/a'],
  ['*.Example.com', '*.example.com', ''],
  ['*.bücher.example', '*.xn--bcher-kva.example', ''],
  ['*.example.com/api', '*.example.com', '/api'],
])('%s is a domain', (text, host, path) => {
  expect(parseDomain(text)).toEqual({ ok: true, value: { host, path } })
  expect(plainDomain(text)).toBe(`${host}${path}`)
  expect(plainDomain(plainDomain(text))).toBe(plainDomain(text))
})

test.each([
  ['https://example.com', 'must not have a scheme'],
  ['a.*.example.com', 'only as its first label'],
  ['*.*.example.com', 'only as its first label'],
  ['w*.example.com', 'only as its first label'],
  ['*.com', 'for too much'],
  ['*.localhost', 'for too much'],
  ['*', 'only as its first label'],
  ['xn--a.example', 'stands for no name'],
  ['xn--.example', 'is not a host name'],
  ['b\u00fccher .example', 'is not a host name'],
  ['\uff11\uff10.0.0.1', 'is an address'],
  ['*.10.0.0.1', 'is an address'],
  ['example.com?a', 'is not a host name'],
  ['example.com:8080', 'must not have a port'],
  ['10.0.0.1', 'is an address'],
  ['exa_mple.com', 'is not a host name'],
  ['-a.com', 'is not a host name'],
  ['a..b', 'is not a host name'],
  ['/api', 'is not a host name'],
  [`${'a'.repeat(64)}.com`, 'is not a host name'],
  [`${'a.'.repeat(130)}com`, 'is not a host name'],
  ['example.com/a/../b', 'must not hold'],
  ['example.com//a', 'path that is none'],
  ['example.com/a?b', 'path that is none'],
  ['example.com/a#b', 'path that is none'],
  ['example.com/%zz', 'path that is none'],
  ['example.com/{x}', 'path that is none'],
  ['example.com/a;disable frontend in', 'path that is none'],
  ['example.com/a;b', 'path that is none'],
  ["example.com/a'b", 'path that is none'],
  ['example.com/a"b', 'path that is none'],
  ['example.com/a\\b', 'path that is none'],
  ['example.com/a b', 'path that is none'],
  ['example.com/a\tb', 'path that is none'],
  ['example.com/a\nb', 'is not a host name'],
  ['example.com/a\n', 'is not a host name'],
  ['example.com/a\u2028b', 'is not a host name'],
  ['example.com;shutdown', 'is not a host name'],
])('%s is none', (text, reason) => {
  expect(parseDomain(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) })
})
