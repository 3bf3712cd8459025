import { expect, test } from 'vitest'
import { allCommands } from './all-commands.ts'
import { command } from './command.ts'
import { locate, parseInput } from './parse-arguments.ts'

const sample = command({
  name: 'sample',
  summary: 'Sample',
  arguments: { user: { what: 'Who' }, extra: { what: 'More', optional: true } },
  options: {
    name: { kind: 'text', value: 'NAME', what: 'A text' },
    role: { kind: 'choice', of: ['viewer', 'admin'], what: 'A choice' },
    ability: { kind: 'choices', of: ['read', 'write'], what: 'Choices' },
    app: { kind: 'texts', value: 'GLOB', what: 'Texts' },
    limit: { kind: 'number', value: 'N', what: 'A number' },
    yes: { kind: 'flag', what: 'A flag' },
  },
  examples: [],
  run: async () => undefined,
})

test('options stand before, between and after the words', () => {
  const place = locate(['--api-url', 'http://x', 'tokens', '--json', 'revoke', 'abc'], allCommands)
  expect(place.command?.name).toBe('tokens revoke')
  expect(place.rest).toEqual(['--api-url', 'http://x', '--json', 'abc'])
})

test('a group without a verb and an unknown verb are told apart', () => {
  expect(locate(['tokens'], allCommands)).toMatchObject({ group: 'tokens', rest: [] })
  expect(locate(['tokens', 'make'], allCommands)).toMatchObject({ group: 'tokens', unknown: 'make' })
})

test('values come typed, with = or as the next word', () => {
  const { input, globals } = parseInput(sample, [
    ...['ada', '--name=a=b', '--role', 'admin', '--ability', 'read,write', '--app', '-x', '--app', 'y'],
    ...['--limit', '5', '--yes', '--json', '--', '--more'],
  ])
  expect(input).toEqual({
    ...{ user: 'ada', extra: '--more', name: 'a=b', role: 'admin', ability: ['read', 'write'] },
    ...{ app: ['-x', 'y'], limit: 5, yes: true },
  })
  expect(globals).toMatchObject({ json: true, 'no-color': false, 'api-url': undefined })
})

test.each([
  [[], 'usage', 'missing USER'],
  [['a', 'b', 'c'], 'usage', 'unexpected argument "c"'],
  [['a', '--nmae', 'x'], 'usage', 'unknown option "--nmae"'],
  [['a', '-n'], 'usage', 'unknown option "-n"'],
  [['a', '--name'], 'usage', '--name needs a value'],
  [['a', '--yes=1'], 'usage', '--yes takes no value'],
  [['a', '--name', 'x', '--name', 'y'], 'usage', '--name was given 2 times'],
  [['a', '--role', 'boss'], 'validation', '--role "boss" is unknown'],
  [['a', '--limit', '-1'], 'validation', '--limit "-1" is not a whole number'],
  [['a', '--__proto__', 'x'], 'usage', 'unknown option "--__proto__"'],
])('%j is refused', (rest, ending, message) => {
  expect(() => parseInput(sample, rest)).toThrow(expect.objectContaining({ ending, message }))
})
