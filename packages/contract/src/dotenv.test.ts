import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDotenv, writeDotenv } from './dotenv.ts'

test.each([
  ['nothing', '', {}],
  ['plain', 'A=1\nB=two', { A: '1', B: 'two' }],
  ['comments and empty lines', '# first\n\n  # second\nA=1 # third\nB=x#y', { A: '1', B: 'x#y' }],
  ['export and spaces', 'export A=1\n  export  B = two words  \n', { A: '1', B: 'two words' }],
  ['empty values', 'A=\nB=""\nC=\'\'\nD= # nothing', { A: '', B: '', C: '', D: '' }],
  ['single quotes as they are', 'A=\'a \\n $b "c" # d\'', { A: 'a \\n $b "c" # d' }],
  ['double quotes with escapes', 'A="a\\nb\\tc \\"d\\" \\\\ \\$e" # f', { A: 'a\nb\tc "d" \\ $e' }],
  ['unknown escapes as they are', 'A="\\d+\\w"', { A: '\\d+\\w' }],
  ['several lines', 'A="one\ntwo"\nB=\'three\n# four\n\'\nC=5', { A: 'one\ntwo', B: 'three\n# four\n', C: '5' }],
  ['nothing substituted', 'A=$HOME\nB="$A b"', { A: '$HOME', B: '$A b' }],
  ['the last of two', 'A=1\nA=2', { A: '2' }],
  ['lines of Windows and a mark in front', '\uFEFFA=1\r\nB="x\r\ny"\r\n', { A: '1', B: 'x\ny' }],
  ['equals signs in values', 'URL=postgres://u:p@h/d?a=b&c=d==', { URL: 'postgres://u:p@h/d?a=b&c=d==' }],
  ['names that objects have of their own', 'constructor=1', { constructor: '1' }],
])('reads %s', (_, text, env) => {
  expect(parseDotenv(text)).toEqual({ env, problems: [] })
})

test.each([
  ['A=1\nnot a line hunter2', 2, 'is not KEY=VALUE'],
  ['1A=hunter2', 1, 'is not KEY=VALUE'],
  ['A="hunter2', 1, 'A has no closing "'],
  ["\nA='hunter2", 2, "A has no closing '"],
  ['A="x" hunter2', 1, 'A has something behind its closing "'],
])('%j is refused with its line, never with its value', (text, line, reason) => {
  expect(parseDotenv(text).problems).toEqual([{ line, reason }])
})

test('one bad line hides no other', () => {
  expect(parseDotenv('A=1\n???\nB="open\nC=3').problems.map(({ line }) => line)).toEqual([2, 3])
  expect(parseDotenv('A=1\n???\nC=3').env).toEqual({ A: '1', C: '3' })
})

test.each([
  ['', 'A=\n'],
  ['https://x/a:1', 'A=https://x/a:1\n'],
  ['two words', "A='two words'\n"],
  ['$HOME', "A='$HOME'\n"],
  ["it's $5", 'A="it\'s \\$5"\n'],
  ['one\ntwo', 'A="one\\ntwo"\n'],
  ['back\\slash', 'A="back\\\\slash"\n'],
])('%j is written as %j', (value, text) => {
  expect(writeDotenv({ A: value })).toBe(text)
})

test('what is written reads the same again', () => {
  const key = fc.string({ unit: fc.constantFrom('A', 'b', '_'), minLength: 1, maxLength: 6 })
  const value = fc.oneof(
    fc.string({ unit: 'binary-ascii' }),
    fc.string({ unit: fc.constantFrom(...'\'"\\$`#= \n\r\tan') }),
  )
  fc.assert(
    fc.property(fc.dictionary(key, value, { maxKeys: 5 }), (env) => {
      expect(parseDotenv(writeDotenv(env))).toEqual({ env: { ...env }, problems: [] })
    }),
  )
})
