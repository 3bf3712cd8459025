import { expect, test } from 'vitest'
import type { EngineImage } from '../../drivers/container/container.ts'
import { builderArguments } from './build-image.ts'
import { chooseRecipes } from './choose-recipes.ts'
import { imageState, importChanges, labels, type OverlayFile, pinned, pulledTag, recipeHash } from './image-recipe.ts'
import { imageRecipes, platformImages } from './image-recipes.ts'

const [haproxy] = imageRecipes
if (haproxy === undefined) throw new Error('the table is empty')
const file: OverlayFile = { path: 'base/etc/passwd', isExecutable: false, content: Buffer.from('root') }

test('the hash follows what goes into the image, not what is said about it', () => {
  const hash = recipeHash(haproxy, [file])
  expect(hash).toMatch(/^[0-9a-f]{16}$/)
  expect(recipeHash({ ...haproxy, purpose: 'x', official: 'y:1' }, [file])).toBe(hash)
  expect(recipeHash({ ...haproxy, packages: ['haproxy'] }, [file])).not.toBe(hash)
  expect(recipeHash({ ...haproxy, fromExperimental: { haproxy: '3.5.*' } }, [file])).not.toBe(hash)
  expect(recipeHash(haproxy, [{ ...file, content: Buffer.from('toor') }])).not.toBe(hash)
  expect(recipeHash(haproxy, [{ ...file, isExecutable: true }])).not.toBe(hash)
})

test('the order in which a folder is read does not change the hash', () => {
  const other = { ...file, path: 'base/etc/group' }
  expect(recipeHash(haproxy, [file, other])).toBe(recipeHash(haproxy, [other, file]))
})

test('an image is current when its hash is, or when it was pulled as what the recipe names', () => {
  expect(imageState(haproxy, 'h1', undefined)).toBe('missing')
  expect(imageState(haproxy, 'h1', image({ labels: { [labels.hash]: 'h1' } }))).toBe('built')
  expect(imageState(haproxy, 'h2', image({ labels: { [labels.hash]: 'h1' } }))).toBe('outdated')
  const pulled = image({ tags: ['levelrail/haproxy:3', 'levelrail/haproxy:3-pulled-as-3.4-alpine'] })
  expect(imageState({ ...haproxy, official: 'haproxy:3.4-alpine' }, 'h1', pulled)).toBe('pulled')
  expect(imageState({ ...haproxy, official: 'haproxy:3.6-alpine' }, 'h1', pulled)).toBe('outdated')
})

test('settings become import lines with quoted values', () => {
  const config = {
    env: { A: 'x "y"' },
    entrypoint: ['e'],
    command: ['c', 'd;'],
    ports: [1, 2],
    volumes: ['/v'],
    workdir: '/w',
  }
  expect(importChanges(config)).toEqual([
    'ENV A="x \\"y\\""',
    'ENTRYPOINT ["e"]',
    'CMD ["c","d;"]',
    'EXPOSE 1 2',
    'VOLUME ["/v"]',
    'WORKDIR /w',
  ])
})

test('a registry with a port is not mistaken for a tag', () => {
  const recipe = { ...haproxy, official: '127.0.0.1:5000/team/haproxy:3' }
  expect(pinned(recipe.official, 'sha256:ab')).toBe('127.0.0.1:5000/team/haproxy@sha256:ab')
  expect(pulledTag(recipe)).toBe('levelrail/haproxy:3-pulled-as-3')
})

test('a pull is pinned to the digest that was looked up', () => {
  expect(pinned('valkey/valkey:8', 'sha256:ab')).toBe('valkey/valkey@sha256:ab')
})

test('names choose one version or all of them, and unknown names are told', () => {
  const names = (typed: string[]) => {
    const choice = chooseRecipes(imageRecipes, typed)
    return choice.kind === 'chosen' ? choice.recipes.map((recipe) => recipe.name) : choice.names
  }
  expect(names(['redis'])).toEqual(['redis:7', 'redis:8'])
  expect(names(['levelrail/postgres:15', 'postgres:15'])).toEqual(['postgres:15'])
  expect(names([])).toHaveLength(imageRecipes.length)
  expect(chooseRecipes(imageRecipes, ['postgres', 'mongodb'])).toEqual({ kind: 'unknown', names: ['mongodb'] })
})

test('only a recipe that names experimental takes anything from it, and never rests on it alone', () => {
  for (const { name, suites, packages, fromExperimental } of imageRecipes) {
    expect(suites.includes('experimental'), name).toBe(fromExperimental !== undefined)
    expect(packages, name).toEqual(expect.arrayContaining(Object.keys(fromExperimental ?? {})))
    expect(suites.at(-1), name).not.toBe('experimental')
  }
})

test('preferences are written for experimental alone', () => {
  const mirror = { archive: { uri: 'http://mirror.example/debian', suites: ['bookworm'], components: ['main'] } }
  const written = haproxy.suites.filter((suite) =>
    builderArguments(haproxy, suite, mirror).some((argument) => argument.includes('/etc/apt/preferences')),
  )
  expect(written).toEqual(['experimental'])
})

test('every recipe has its own name, and the platform images are in the table', () => {
  const all = imageRecipes.map((recipe) => recipe.name)
  expect(new Set(all).size).toBe(all.length)
  expect(all).toEqual(expect.arrayContaining([...platformImages]))
})

function image(part: Partial<EngineImage>): EngineImage {
  return { id: 'sha256:1', tags: [], digests: [], labels: {}, sizeBytes: 1, createdAt: new Date(0), ...part }
}
