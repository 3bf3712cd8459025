import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redact } from './redact.ts'

test.each([
  ['a known value', 'got hunter22 today', ['hunter22'], 'got (secret) today'],
  ['each time it comes', 'hunter22,hunter22', ['hunter22'], '(secret),(secret)'],
  ['the longer of two', 'abcdef abcd', ['abcd', 'abcdef'], '(secret) (secret)'],
  ['two that overlap', 'x abcdefgh y', ['abcdef', 'cdefgh'], 'x (secret) y'],
  ['two side by side', 'abcdwxyz!', ['abcd', 'wxyz'], '(secret)!'],
  ['a value in a URL', 'q=p%40ss%2Fword', ['p@ss/word'], 'q=(secret)'],
  ['a value in JSON', '{"v":"a\\"b\\nc"}', ['a"b\nc'], '{"v":"(secret)"}'],
  ['a value in base64', 'aHVudGVyMjI=', ['hunter22'], '(secret)'],
  ['one line of a longer value', 'line: BBBBBBBBBB', ['AAAAAAAAAA\r\nBBBBBBBBBB'], 'line: (secret)'],
  ['nothing for a short value', 'a yes and a no', ['yes', ''], 'a yes and a no'],
])('it hides %s', (_, text, secrets, shown) => {
  expect(redact(text, secrets)).toBe(shown)
})

test.each([
  ['password=hunter2 next', 'password=(secret) next'],
  ['DB_PASSWORD="two words" next', 'DB_PASSWORD=(secret) next'],
  ['password: hunter2', 'password: (secret)'],
  ['{"password":"hunter2","port":5432}', '{"password":(secret),"port":5432}'],
  ['AWS_SECRET_ACCESS_KEY=abc/def next', 'AWS_SECRET_ACCESS_KEY=(secret) next'],
  ['?token=abc&page=2', '?token=(secret)&page=2'],
  ['{"access_token": "abc"}', '{"access_token": (secret)}'],
  ['x-api-key: abc', 'x-api-key: (secret)'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer (secret)'],
  ['authorization: Basic dXNlcjpwYXNz', 'authorization: Basic (secret)'],
  ['sent Bearer abcdefgh12345', 'sent Bearer (secret)'],
  ['postgres://app:hunter2@db:5432/app', 'postgres://app:(secret)@db:5432/app'],
  ['redis://:hunter2@cache:6379', 'redis://:(secret)@cache:6379'],
  ['amqp://u:p@ss@mq/', 'amqp://u:(secret)@mq/'],
  ['https://abcdefghijklmnopqrst@git.test/x.git', 'https://(secret)@git.test/x.git'],
  ['-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nok', '(secret)\nok'],
  ['eyJhbGciOi.eyJzdWIiOi.c2lnbmF0', '(secret)'],
])('%s is shown as %s', (text, shown) => {
  expect(redact(text, [])).toBe(shown)
})

test.each([
  'SyntaxError: Unexpected token: }',
  'Unexpected token = in JSON at position 4',
  'GET http://registry.test:4873/@scope/pkg 404',
  'ssh://git@git.test/team/app.git',
  'listening on 0.0.0.0:8080',
  'author: someone',
])('%s is left as it is', (text) => {
  expect(redact(text, [])).toBe(text)
})

test('no secret value survives, wherever and however often it stands', () => {
  const secret = fc.string({
    unit: fc.constantFrom('a', 'b', 'c', '1', '/', '@', ':', '\n', '"'),
    minLength: 4,
    maxLength: 8,
  })
  const filler = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '/', '@', ':', '\n', ' ', '='), maxLength: 12 })
  fc.assert(
    fc.property(
      fc.array(secret, { minLength: 1, maxLength: 3 }),
      fc.array(filler, { maxLength: 6 }),
      (secrets, fillers) => {
        const text = fillers.flatMap((part, index) => [part, secrets[index % secrets.length] ?? '']).join('')
        const shown = redact(text, secrets)
        for (const value of secrets) expect(shown.split('(secret)').some((part) => part.includes(value))).toBe(false)
      },
    ),
    { numRuns: 500 },
  )
})

test('long hostile lines take no time to speak of', () => {
  for (const unit of ['a.', 'a-', 'password', '://a:', 'authorization ', '-----BEGIN PRIVATE KEY-----']) {
    expect(redact(unit.repeat(20_000), []).length).toBeGreaterThan(0)
  }
})
