import { expect, test } from 'vitest'
import { dotenvText } from './dotenv.ts'

test.each([
  ['', 'A=\n'],
  ['https://x/a:1', 'A=https://x/a:1\n'],
  ['two words', "A='two words'\n"],
  ['$HOME', "A='$HOME'\n"],
  ["it's $5", 'A="it\'s \\$5"\n'],
  ['one\ntwo', 'A="one\\ntwo"\n'],
  ['back\\slash', 'A="back\\\\slash"\n'],
])('%j is written as %j', (value, text) => {
  expect(dotenvText({ A: value })).toBe(text)
})
