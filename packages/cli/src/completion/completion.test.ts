import { execFileSync } from 'node:child_process'
import { routeIds } from '@levelrail/contract/all-routes.ts'
import { expect, test } from 'vitest'
import { allCommands } from '../all-commands.ts'
import { machineCommands } from '../machine-commands.ts'
import { bashCompletion } from './bash.ts'
import { fishCompletion } from './fish.ts'
import { completionPlaces } from './places.ts'
import { zshCompletion } from './zsh.ts'

const places = completionPlaces(allCommands)

test.each([
  ['the first word', ['tok'], ['tokens']],
  ['a verb', ['tokens', ''], expect.arrayContaining(['list', 'create', 'revoke'])],
  ['a group inside a group', ['apps', 'sec'], ['secrets']],
  ['a verb of that group', ['apps', 'secrets', ''], expect.arrayContaining(['list', 'set', 'delete'])],
  ['options of the command', ['tokens', 'create', '--exp'], ['--expires-in-days']],
  ['global options', ['tokens', 'create', '--js'], ['--json']],
  ['values of an option', ['users', 'create', '--role', ''], ['viewer', 'operator', 'admin']],
  ['route ids', ['api', 'userV'], ['userView']],
  ['route ids after an option', ['--json', 'api', 'tokenR'], ['tokenRevoke']],
  ['commands of this machine', ['images', ''], ['build', 'list']],
])('bash completes %s', (_, words, expected) => {
  expect(completeInBash(words)).toEqual(expected)
})

test.each([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
])('the %s script knows every command, option and route', (_, write) => {
  const script = write(places)
  for (const { name, options } of allCommands) {
    for (const word of [...name.split(' '), ...Object.keys(options)]) expect(script).toContain(word)
  }
  for (const word of [...routeIds, ...machineCommands.flatMap(({ name }) => name.split(' '))])
    expect(script).toContain(word)
})

function completeInBash(words: string[]): string[] {
  const line = ['levelrail', ...words].map((word) => `'${word}'`).join(' ')
  const script = `${bashCompletion(places)}
COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _levelrail; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean)
}
