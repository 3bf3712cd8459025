import fc from 'fast-check'
import { expect, test } from 'vitest'
import { presetTable, suspicion } from './waf-presets.ts'

/** JavaScript has no possessive repetitions; what is found is the same without. */
const expressionsOf = ({ expressions }: (typeof presetTable)[number]) =>
  expressions.map((text) => new RegExp(text.replaceAll(/([+*?}])\+/g, '$1'), 'i'))

const raisesSuspicion = (url: string) => new RegExp(suspicion, 'i').test(url)
const looked = presetTable.filter(({ seenIn }) => seenIn !== 'agent')

/** What the expressions are made of, without white space, which no URL holds as it is sent. */
const pieces = [
  ...['/', '\\', '.', '..', '=', '?', '&', ';', '(', ')', '*', '<', '>', "'", '"', '`', ':', '-', '_', 'a', '1', '1=1'],
  ...['union', 'UNION', 'select', 'all', 'or', 'and', 'like', 'drop', 'table', 'sleep', 'pg_sleep', 'waitfor', 'into'],
  ...['outfile', 'information_schema', 'XP_CmdShell', 'etc', 'passwd', 'proc', 'self', 'boot.ini', 'win', '.ini'],
  ...[
    'script',
    'javascript:',
    'vbscript',
    'data:',
    'text/html',
    'onload',
    'document',
    '.cookie',
    'img',
    '.env',
    '.git',
  ],
  ...['.well-known', '\u0001'],
]

test('where a URL raises no suspicion, no preset finds anything in it', () => {
  const url = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => `/${parts.join('')}`)
  const found = new Set<string>()
  fc.assert(
    fc.property(url, (sent) => {
      for (const preset of looked)
        if (expressionsOf(preset).some((expression) => expression.test(sent))) {
          found.add(preset.name)
          expect(raisesSuspicion(sent), `${preset.name} finds something in ${sent}`).toBe(true)
        }
    }),
    { numRuns: 5000 },
  )
  expect([...found].toSorted()).toEqual(looked.map(({ name }) => name).toSorted())
})

test.each([
  ...[
    '/union/select',
    "/'or'a'=",
    '/sleep(',
    '/information_schema',
    '/xp_cmdshell',
    '/../',
    '/etc/passwd',
    '/proc/self/',
  ],
  ...[
    '/win.ini',
    '/<script',
    '/"onload=',
    '/javascript:',
    '/vbscript:',
    '/data:text/html',
    '/document.cookie',
    '/.env',
  ],
])('%s is found by a preset, and raises suspicion', (sent) => {
  expect(looked.some((preset) => expressionsOf(preset).some((expression) => expression.test(sent)))).toBe(true)
  expect(raisesSuspicion(sent)).toBe(true)
})

test('what is encoded is always looked at, and what most requests are is not', () => {
  for (const sent of ['/?q=a%20b', '/a+b', '/%2e%2e/']) expect(raisesSuspicion(sent)).toBe(true)
  const usual = ['/', '/api/v1/users/42?page=2&sort=-name', '/assets/index-CkT2x.js', '/@scope/x~y!z,$', '/a:b[0]']
  expect(usual.filter(raisesSuspicion)).toEqual([])
})
