import { expect, test } from 'vitest'
import { createRedactor } from '../../lib/redact.ts'
import { commandLine } from './command-line.ts'

const redact = createRedactor(['hunter"22'])

test.each([
  [['ls', '-la', '/tmp'], 'ls -la /tmp'],
  [['sh', '-c', 'echo a b'], 'sh -c "echo a b"'],
  [['login', 'hunter"22'], 'login (secret)'],
  [['login', '--to', 'x hunter"22 y'], 'login --to "x (secret) y"'],
  [['psql', 'postgres://u:pw@h/d'], 'psql postgres://u:(secret)@h/d'],
  [['mysql', '--password=abc'], 'mysql --password=(secret)'],
])('%j is kept as %s', (command, text) => {
  expect(commandLine(command, redact)).toBe(text)
})

test('a long command is cut', () => {
  expect(commandLine(['echo', 'x'.repeat(5000)], redact)).toHaveLength(302)
})
