import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allCommands } from './all-commands.ts'
import { groupsOf } from './completion/places.ts'
import { commandHelp, groupHelp, groups, mainHelp } from './help.ts'
import { machineCommands } from './machine-commands.ts'

test('every command file is in the table, under the words of its path', () => {
  const files = readdirSync(new URL('./commands', import.meta.url), { recursive: true, encoding: 'utf8' })
  const names = files
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => file.replace(/\.ts$/, '').replaceAll('/', ' '))
  expect(allCommands.map(({ name }) => name).sort()).toEqual(names.sort())
})

test.each(allCommands.map((command) => [command.name, command] as const))(
  '%s has help with examples',
  (name, command) => {
    const help = commandHelp(command)
    expect(help).toContain(`levelrail ${name}`)
    expect(command.summary).toMatch(/^[A-Z].*[^.]$/)
    expect(command.examples.length).toBeGreaterThan(0)
    for (const example of command.examples) expect(example).toContain(`levelrail ${name}`)
    for (const { what } of [...Object.values(command.arguments), ...Object.values(command.options)]) {
      expect(what).toMatch(/\S/)
    }
  },
)

test('every group says what it is about', () => {
  const used = new Set(allCommands.flatMap(({ name }) => groupsOf(name)))
  expect(Object.keys(groups).sort()).toEqual([...used].sort())
  for (const group of used) expect(groupHelp(group, allCommands)).toContain(`levelrail ${group} COMMAND`)
})

test('the main help lists every command, also those that act on this machine', () => {
  const help = mainHelp(allCommands)
  for (const { name, summary } of [...allCommands, ...machineCommands]) {
    expect(help).toContain(name)
    expect(help).toContain(summary)
  }
})

test('no option would put a password or a token in the argument list', () => {
  const names = allCommands.flatMap(({ options }) =>
    Object.entries(options).flatMap(([name, { kind }]) => (kind === 'flag' ? [] : [name])),
  )
  expect(names.filter((name) => /password|secret|token/.test(name))).toEqual([])
})
