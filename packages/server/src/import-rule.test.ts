// The import rule of ARCHITECTURE.md, held against the code: lower layers know nothing of higher ones, features take
// each other's nouns, verbs and views but never a store or routes, and no file depends on itself in a circle.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const source = import.meta.dirname

/** What each part may import beside itself, npm packages and the contract. */
const mayImport: Record<string, string[]> = {
  lib: [],
  errors: [],
  settings: ['lib'],
  store: ['lib'],
  drivers: ['lib'],
  background: ['lib', 'store'],
  http: ['lib', 'errors', 'store'],
  context: ['lib', 'errors', 'settings', 'store', 'drivers', 'background', 'http'],
  features: ['lib', 'errors', 'settings', 'store', 'drivers', 'background', 'http', 'context'],
  'all-workflows': ['background', 'context', 'features'],
  'all-loops': ['background', 'context', 'features', 'all-workflows'],
  'all-handlers': ['http', 'context', 'features'],
  compose: [
    'lib',
    'settings',
    'store',
    'drivers',
    'background',
    'http',
    'context',
    'features',
    'all-workflows',
    'all-loops',
    'all-handlers',
  ],
  main: ['settings', 'compose'],
  host: ['lib', 'settings', 'store', 'drivers', 'features'],
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)
const imports = new Map(files.map((file) => [file, importsOf(file)]))

test.each(files)('%s imports only what its part may', (file) => {
  const part = partOf(file)
  for (const target of imports.get(file) ?? []) {
    expect([file, target, partOf(target) === part || (mayImport[part] ?? []).includes(partOf(target))]).toEqual([
      file,
      target,
      true,
    ])
  }
})

test('a feature does not reach into the store or the routes of another', () => {
  const reaches = [...imports].flatMap(([file, targets]) =>
    targets
      .filter(
        (target) =>
          partOf(target) === 'features' &&
          partOf(file) !== 'all-handlers' &&
          featureOf(target) !== featureOf(file) &&
          /-(store|routes)\.ts$/.test(target),
      )
      .map((target) => `${file} -> ${target}`),
  )
  expect(reaches).toEqual([])
})

test('no file depends on itself in a circle', () => {
  const done = new Set<string>()
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) expect.fail([...path.slice(path.indexOf(file)), file].join(' -> '))
    if (done.has(file)) return
    for (const target of imports.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
})

test('the environment is read at one place, and timers are set in few', () => {
  // `lib/run.ts` hands the environment on to programs it starts, and looks at nothing in it.
  const allowed = ['main.ts', 'lib/run.ts']
  const reading = files.filter(
    (file) => partOf(file) !== 'host' && !allowed.includes(file) && read(file).includes('process.env'),
  )
  expect(reading).toEqual([])
  const repeating = files.filter((file) => partOf(file) !== 'host' && /\bsetInterval\(/.test(read(file)))
  expect(repeating).toEqual([])
})

function importsOf(file: string): string[] {
  return [...read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g)].map(([, target = '']) =>
    relative(source, join(source, dirname(file), target)),
  )
}

function read(file: string): string {
  return readFileSync(join(source, file), 'utf8')
}

function partOf(file: string): string {
  const [first = ''] = file.split('/')
  return first.replace(/\.ts$/, '')
}

function featureOf(file: string): string {
  return file.split('/')[1] ?? ''
}
