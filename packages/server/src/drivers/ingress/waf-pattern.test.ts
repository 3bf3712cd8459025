import { expect, test } from 'vitest'
import { compilePattern } from './waf-pattern.ts'

test.each([
  ['abc', '(?>.*?abc)'],
  ['^/wp-admin', '(?>.*?START\\x2fwp\\x2dadmin)'],
  ['\\.php$', '(?>.*?\\x2ephp\\z)'],
  ['(?:a|b)c?d', '(?>.*?(?:a|b)c{0,1}+d)'],
  ['c?cd', '(?>.*?c{0,1}cd)'],
  ['a|b', '(?>.*?a)|(?>.*?b)'],
  // Only whether it is there matters, so the end is left at its least.
  ['x(a)+', '(?>.*?x(?:a){1})'],
  ['ab*', '(?>.*?a)'],
  ['a{2,3}', '(?>.*?a{2})'],
  ['union\\s+select.*from', '(?>.*?union\\s{1,}+select)(?>.*?from)'],
  ['.*a.*?b.+c.*', '(?>.*?a)(?>.*?b.)(?>.*?c)'],
  ['\\d+$', '(?>.*?\\d{1,}+\\z)'],
  ['(?:\\.\\./)+etc', '(?>.*?(?:\\x2e\\x2e\\x2f){1,}+etc)'],
  ['[a-z0-9_-]+=', '(?>.*?[\\x61-\\x7a\\x30-\\x39\\x5f\\x2d]{1,}+\\x3d)'],
  ['[^\\]\\[]{2,3}?x', '(?>.*?[^\\x5d\\x5b]{2,3}x)'],
  ['\\d\\s\\w\\b\\x41\\t', '(?>.*?\\d\\s\\w\\bA\\x09)'],
  ['a;b #"<\'', '(?>.*?a\\x3bb\\x20\\x23\\x22\\x3c\\x27)'],
  ['}]', '(?>.*?\\x7d\\x5d)'],
])('%s is written anew', (pattern, text) => {
  expect(compilePattern(pattern, 'START')).toMatchObject({ ok: true, value: { text } })
})

test.each([
  ['(', 'nothing closes'],
  ['a)|(b', 'nothing opened'],
  ['[a', 'ends too early'],
  ['[]a]', 'empty class'],
  ['[[:alpha:]]', 'write \\['],
  ['[z-a]', 'a range'],
  ['[\\d-z]', 'a range'],
  ['a**', 'repeats nothing'],
  ['+', 'repeats nothing'],
  ['a{', 'no number of times'],
  ['a{101}', 'over 100'],
  ['a{3,2}', 'backwards'],
  ['a{0}b', 'number of times'],
  ['(a+)+b', 'may fit itself'],
  ['(a|aa)*b', 'choice inside'],
  ['(a*){2}b', 'may fit itself'],
  ['((a|b)){2}', 'choice inside'],
  ['x+x+y', 'may fit itself'],
  ['\\w+\\d', 'may fit itself'],
  ['a+A', 'may fit itself'],
  ['[^b]+a', 'may fit itself'],
  ['a+b?a', 'may fit itself'],
  ['(?:a.*b)c', '.* in a group'],
  ['(?:(?:(?:a){100}){100}){100}b', 'too large'],
  ['(?:[a-c]d+e){99}f', 'too large'],
  ['a?a?a?a?a?a?a?a?a?a?a?a?a?a?ab', 'too many ways'],
  ['a{0,99}a{0,99}ab', 'too many ways'],
  [`${'(?:a|b)'.repeat(14)}`, 'too many ways'],
  [`(?:${'a|'.repeat(33)}b)d+e`, 'too many ways'],
  ['^*a', 'repeated ^'],
  ['\\b+a', 'repeated ^'],
  ['(?=a)', '(?: only'],
  ['(?i)a', '(?: only'],
  ['(a)\\1', '\\1 is not known'],
  ['\\Qa', '\\Q is not known'],
  ['\\K', '\\K is not known'],
  ['\\x4', 'ends too early'],
  ['\\x4g', 'hexadecimal'],
  ['a\\', 'ends too early'],
  ['ü', 'printable ASCII'],
  ['a\nb', 'printable ASCII'],
  ['a*', 'every request'],
  ['a|', 'every request'],
  ['^', 'every request'],
])('%j is not taken', (pattern, reason) => {
  expect(compilePattern(pattern, '^')).toEqual({ ok: false, reason: expect.stringContaining(reason) })
})

test('what is taken is found where the language it is borrowed from finds it', () => {
  const subjects = [
    '/a?x=1',
    'union  select',
    '../../x',
    "' or 1=1",
    'A-Z',
    '\n',
    '{}[]',
    'aab',
    'a1b22c',
    'xaaay',
    'from a',
  ]
  const patterns = [
    '[/?]',
    'union\\s+select',
    '(?:\\.\\./)+x',
    "'\\s*or",
    '[A-Z]-',
    '\\n',
    '[{}\\[\\]]',
    '^.{2}\\b',
    'a+b',
  ]
  const more = [
    'a.*b',
    'a.*c',
    'x.*a.*y',
    '\\d+$',
    'a{2}b',
    'x?a',
    '[^a]+a$',
    '(?:a|b)\\d',
    'f(?:ro|xx)m.+a',
    '\\W+\\w',
  ]
  for (const pattern of [...patterns, ...more]) {
    const compiled = compilePattern(pattern, '^')
    const plain = compiled.ok
      ? compiled.value.text.replaceAll('\\z', '$').replaceAll('(?>', '(?:').replaceAll('}+', '}')
      : 'refused'
    for (const subject of subjects)
      expect([pattern, subject, new RegExp(plain, 'is').test(subject)]).toEqual([
        pattern,
        subject,
        new RegExp(pattern, 'is').test(subject),
      ])
  }
})
