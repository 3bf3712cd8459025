import { expect, test } from 'vitest'
import { compilePattern } from './waf-pattern.ts'

test.each([
  ['abc', 'abc'],
  ['^/wp-admin', 'START\\x2fwp\\x2dadmin'],
  ['\\.php$', '\\x2ephp\\z'],
  ['(?:a|b)c?', '(?:a|b)c?'],
  ['(a)+', '(?:a)+'],
  ['[a-z0-9_-]+', '[\\x61-\\x7a\\x30-\\x39\\x5f\\x2d]+'],
  ['[^\\]\\[]{2,3}?x', '[^\\x5d\\x5b]{2,3}?x'],
  ['\\d\\s\\w\\b\\x41\\t', '\\d\\s\\w\\b\\x41\\x09'],
  ['a;b #"<\'', 'a\\x3bb\\x20\\x23\\x22\\x3c\\x27'],
  ['}]', '\\x7d\\x5d'],
])('%s is written anew', (pattern, text) => {
  expect(compilePattern(pattern, 'START')).toEqual({ ok: true, value: text })
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
  ['(a+)+', 'repetition inside'],
  ['(a|aa)*b', 'choice or a repetition'],
  ['(a*){2}', 'repetition inside'],
  ['((a|b)){2}', 'repetition inside'],
  ['^*a', 'repeated ^'],
  ['\\b+a', 'repeated ^'],
  ['a*b*c*d*e', 'more than 3'],
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

test('what is taken here means the same as in the language it is borrowed from', () => {
  const subjects = ['/a?x=1', 'union select', '../..', "' or 1=1", 'A-Z', '\n', '{}[]']
  for (const pattern of [
    '[/?]',
    'union\\s+select',
    '(?:\\.\\./)+',
    "'\\s*or",
    '[A-Z]-',
    '\\n',
    '[{}\\[\\]]',
    '^.{2}\\b',
  ]) {
    const compiled = compilePattern(pattern, '^')
    const written = compiled.ok ? compiled.value.replaceAll('\\z', '$') : 'refused'
    for (const subject of subjects)
      expect([pattern, subject, new RegExp(written, 's').test(subject)]).toEqual([
        pattern,
        subject,
        new RegExp(pattern, 's').test(subject),
      ])
  }
})
