// The documents, held against the project: links lead somewhere, scripts, files, commands, routes and settings exist.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { allCommands } from '../packages/cli/src/all-commands.ts'
import { machineCommands } from '../packages/cli/src/machine-commands.ts'
import { allRoutes } from '../packages/contract/src/all-routes.ts'
import { settingRows } from '../packages/server/src/settings.ts'

const root = join(import.meta.dirname, '..')
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const commandWords = new Set(
  [...allCommands.map(({ name }) => name), ...machineCommands.map(({ name }) => name)].map(
    (name) => name.split(' ')[0],
  ),
)
/** Not read by the server: by the command line, or by the scripts. */
const otherVariables = ['APP_API_URL', 'APP_API_TOKEN']

test.each(pages)('%s says what is so', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const wrong: string[] = []
  for (const [, link = ''] of text.matchAll(/\]\(([^)#\s]+)\)/g)) {
    if (!link.includes('://') && !existsSync(join(root, dirname(page), link))) wrong.push(`link ${link}`)
  }
  for (const [, script = ''] of text.matchAll(/\bnpm run ([\w:]+)/g))
    if (!scripts[script]) wrong.push(`npm run ${script}`)
  for (const [, path = ''] of text.matchAll(/`((?:packages|scripts|docs|bench|bin|packaging|test)\/[\w./-]+)`/g)) {
    const isThere = [path, join('packages/server', path)].some((place) => existsSync(join(root, place)))
    if (!isThere && !path.includes('NNNN')) wrong.push(`file ${path}`)
  }
  for (const [, word = ''] of text.matchAll(/(?:^|`)levelrail ([a-z][\w-]*)/gm))
    if (!commandWords.has(word)) wrong.push(`levelrail ${word}`)
  for (const [name] of text.matchAll(/\bAPP_[A-Z_]+[A-Z]\b/g)) {
    if (!Object.hasOwn(settingRows, name) && !otherVariables.includes(name)) wrong.push(name)
  }
  for (const [, method = '', path = ''] of text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/api\/v1\/[\w./{}-]+)`/g)) {
    if (!Object.values(allRoutes).some((route) => route.method === method && route.path === path))
      wrong.push(`${method} ${path}`)
  }
  expect(wrong).toEqual([])
})

test('every dependency has its line', () => {
  const said = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
  const manifests = globSync(['package.json', 'packages/*/package.json'], { cwd: root })
  const names = manifests.flatMap((file) => {
    const {
      dependencies = {},
      devDependencies = {},
      optionalDependencies = {},
    } = JSON.parse(readFileSync(join(root, file), 'utf8'))
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  })
  const missing = names.filter(
    (name) => !name.startsWith('@levelrail/') && !name.startsWith('@types/') && !said.includes(`\`${name}\``),
  )
  expect(missing).toEqual([])
})
