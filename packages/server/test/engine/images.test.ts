// The offline image builder against a real engine and the real packages: only the three small recipes are built here.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContainerEngine } from '../../src/drivers/container/container.ts'
import { dockerEngine } from '../../src/drivers/container/docker.ts'
import type { ImageProgress, ImageReport } from '../../src/features/images/build-images.ts'
import { type ImageRecipe, labels, localTag, pulledTag } from '../../src/features/images/image-recipe.ts'
import { imageRecipes } from '../../src/features/images/image-recipes.ts'
import { makeImages } from '../../src/host/make-images.ts'
import { ensureEngine } from '../support/engine.ts'
import { startTinyRegistry } from '../support/tiny-registry.ts'

const root = join(import.meta.dirname, '../../../..')
const run = `t${randomBytes(3).toString('hex')}`
const signal = AbortSignal.timeout(280_000)
const containers: string[] = []
const trials: string[] = []
let engineHost = ''
let engine: ContainerEngine

beforeAll(async () => {
  engineHost = await ensureEngine()
  engine = dockerEngine(engineHost)
})

afterAll(async () => {
  for (const id of containers) await engine.removeContainer(id, signal)
  for (const name of trials) await engine.removeImage(localTag(name), signal).catch(() => {})
})

test('the static server and the test app are built, and a second run finds them there', async () => {
  const recipes = [recipeNamed('static:1'), recipeNamed('test-app:1')]
  expect((await make(recipes)).map(outcome)).toEqual(expect.arrayContaining(['test-app:1 ok', 'static:1 ok']))
  const again = await make(recipes)
  expect(again.map((report) => report.ok && report.outcome)).toEqual(['present', 'present'])
})

test('the static server answers with files', async () => {
  const response = await fetch(`http://${await start('static:1', {})}:80/`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html')
})

test('the ingress image is made from one of its suites, and its proxy runs', async () => {
  expect((await make([recipeNamed('haproxy:3')])).map(outcome)).toEqual(['haproxy:3 ok'])
  expect((await fetch(`http://${await start('haproxy:3', {})}:8080/`)).status).toBe(503)
})

test('the test app says who it is, and does wrong as told', async () => {
  const address = await start('test-app:1', { VERSION: 'blue', PORT: '9000', HEALTH_STATUS: '500' })
  const response = await fetch(`http://${address}:9000/`)
  expect(await response.json()).toMatchObject({ version: 'blue', hostname: expect.any(String) })
  expect((await fetch(`http://${address}:9000/health`)).status).toBe(500)
})

test('the test app answers what it was asked before it stops', async () => {
  const address = await start('test-app:1', {})
  const slow = fetch(`http://${address}:8080/delay/1`)
  await new Promise((resolve) => setTimeout(resolve, 200))
  const id = containers.at(-1) ?? ''
  await engine.stopContainer(id, 60, signal)
  expect(await (await slow).text()).toBe('waited\n')
  expect(await engine.inspectContainer(id, signal)).toMatchObject({ state: 'exited', exitCode: 0 })
})

test('a build that is cut off leaves nothing under its name, and the next one goes through', async () => {
  const recipe = trial('cut-off')
  const stop = new AbortController()
  const cut = (progress: ImageProgress) => {
    if (progress.kind === 'working' && progress.detail.startsWith('extracting')) stop.abort(new Error('cut off'))
  }
  await expect(make([recipe], AbortSignal.any([signal, stop.signal]), cut)).rejects.toThrow('cut off')
  expect(await engine.listImages(`${labels.recipe}=${recipe.name}`, signal)).toEqual([])
  await expect(engine.inspectImage(localTag(recipe.name), signal)).rejects.toMatchObject({ kind: 'not-found' })

  expect((await make([recipe])).map(outcome)).toEqual([`${recipe.name} ok`])
  const [built] = await engine.listImages(`${labels.recipe}=${recipe.name}`, signal)
  expect(built?.tags).toEqual([localTag(recipe.name)])
})

test('a recipe that cannot be built fails alone and leaves no image', async () => {
  const broken = { ...trial('broken'), packages: ['no-such-package'], suites: ['bookworm' as const] }
  const reports = await make([broken, recipeNamed('test-app:1')])
  expect(reports.map(outcome).toSorted()).toEqual([`${broken.name} failed`, 'test-app:1 ok'].toSorted())
  expect(await engine.listImages(`${labels.recipe}=${broken.name}`, signal)).toEqual([])
})

test('a changed recipe is built again under the same tag, and the old image goes', async () => {
  const first = trial('changed')
  await make([first])
  const before = await engine.inspectImage(localTag(first.name), signal)
  const [report] = await make([{ ...first, config: { ...first.config, env: { PORT: '8081' } } }])
  expect(report).toMatchObject({ ok: true, outcome: 'built' })
  const all = await engine.listImages(`${labels.recipe}=${first.name}`, signal)
  expect(all).toHaveLength(1)
  expect(all[0]?.id).not.toBe(before.id)
})

test('where a registry answers, the image is pulled by its digest, found there the next time, and not taken for another version', async () => {
  const registry = await startTinyRegistry()
  const recipe = { ...trial('pulled'), official: registry.reference }
  const [first] = await make([recipe])
  expect(first).toMatchObject({ ok: true, outcome: 'pulled' })
  const repository = registry.reference.slice(0, -':1'.length)
  expect(first?.ok && first.image.digests).toEqual([`${repository}@${registry.digest}`])
  expect(registry.asked).toContain(`/v2/trial/manifests/${registry.digest}`)
  expect(await make([recipe])).toMatchObject([{ ok: true, outcome: 'present' }])
  // The recipe names another version, which this registry does not have.
  const [second] = await make([{ ...recipe, official: `${repository}:2` }])
  expect(second).toMatchObject({ ok: true, outcome: 'built' })
  expect(await engine.inspectImage(pulledTag(recipe), signal).catch(({ kind }) => kind)).toBe('not-found')
  registry.close()
  await engine.removeImage(`${repository}@${registry.digest}`, signal).catch(() => {})
})

test('where the registry lacks the image, it is built', async () => {
  const registry = await startTinyRegistry()
  const recipe = { ...trial('not-published'), official: registry.reference.replace('trial:1', 'other:1') }
  expect(await make([recipe])).toMatchObject([{ ok: true, outcome: 'built' }])
  registry.close()
})

test('the list tells people and programs the same', async () => {
  const people = await levelrail('images', 'list')
  expect(people.stdout).toMatch(/^NAME +STATE +SIZE/)
  expect(people.stdout).toMatch(/test-app:1 +built +\d+ MB/)
  const rows: unknown = JSON.parse((await levelrail('images', 'list', '--json')).stdout)
  expect(rows).toContainEqual(
    expect.objectContaining({ name: 'test-app:1', tag: 'levelrail/test-app:1', state: 'built' }),
  )
})

test('wrong words are refused with what would be right', async () => {
  expect(await levelrail('images', 'build', 'mongodb')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/no recipe for mongodb\. Known: haproxy:3, /),
  })
  expect(await levelrail('images', 'paint')).toMatchObject({ code: 1, stderr: expect.stringContaining('Usage:') })
})

function recipeNamed(name: string): ImageRecipe {
  const found = imageRecipes.find((recipe) => recipe.name === name)
  if (found === undefined) throw new Error(`no recipe ${name}`)
  return found
}

/** A recipe of this run alone, never pulled, so that tests do not disturb the real tags. */
function trial(word: string): ImageRecipe {
  const { official: _, ...recipe } = recipeNamed('test-app:1')
  const name = `test-app:${word}-${run}`
  trials.push(name)
  return { ...recipe, name }
}

function make(
  recipes: ImageRecipe[],
  until: AbortSignal = signal,
  onProgress: (progress: ImageProgress) => void = () => {},
): Promise<ImageReport[]> {
  return makeImages({ engineHost, recipes, onProgress, signal: until })
}

function outcome(report: ImageReport): string {
  return `${report.name} ${report.ok ? 'ok' : 'failed'}`
}

/** Starts a container and gives its address once it answers. */
async function start(name: string, env: Record<string, string>): Promise<string> {
  const label = { 'levelrail.test': run }
  const network = { name: 'bridge', aliases: [] }
  const spec = { name: `levelrail-${run}-${containers.length}`, image: localTag(name), env, labels: label, network }
  const id = await engine.createContainer(spec, signal)
  containers.push(id)
  await engine.startContainer(id, signal)
  const [address] = Object.values((await engine.inspectContainer(id, signal)).addresses)
  if (address === undefined) throw new Error('the container has no address')
  const port = env.PORT ?? (name.startsWith('static') ? '80' : '8080')
  for (let attempt = 0; attempt < 50; attempt++) {
    if (await fetch(`http://${address}:${port}/`).catch(() => undefined)) return address
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${name} does not answer`)
}

async function levelrail(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, APP_DOCKER_HOST: engineHost }
  const child = promisify(execFile)(process.execPath, [join(root, 'bin/levelrail.mjs'), ...args], { env })
  return child.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
}
