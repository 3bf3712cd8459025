// `levelrail images build [name...]` and `levelrail images list`: the platform images on this machine's engine.
// The answer goes to stdout, progress to stderr. Exit codes: 0 done, 1 usage, 2 unknown name, 3 network, 4 engine or build.
import { parseArgs } from 'node:util'
import { DriverError } from '../drivers/container/container.ts'
import { dockerEngine } from '../drivers/container/docker.ts'
import { findImage } from '../features/images/build-image.ts'
import type { ImageReport } from '../features/images/build-images.ts'
import { chooseRecipes } from '../features/images/choose-recipes.ts'
import { ImageError } from '../features/images/image-error.ts'
import { type ImageRecipe, imageState, labels, localTag } from '../features/images/image-recipe.ts'
import { imageRecipes } from '../features/images/image-recipes.ts'
import { currentHash } from '../features/images/overlay-files.ts'
import { formatSize, showImageProgress } from './image-progress.ts'
import { makeImages } from './make-images.ts'
import { formatTable } from './table.ts'

const exitCodes = { done: 0, usage: 1, validation: 2, network: 3, engine: 4 } as const
type Outcome = keyof typeof exitCodes

const usage = `Usage: levelrail images build [name...] [--json]
       levelrail images list [--json]

build   make sure of the named images, or of all: pull them, or build them from Debian packages where no registry
        answers. A name is "postgres:15", or "postgres" for all of its versions.
list    what there is, and what it is for.

APP_DOCKER_HOST or DOCKER_HOST names the engine (default unix:///var/run/docker.sock).
`

async function main(args: string[]): Promise<Outcome> {
  const parsed = parse(args)
  if (parsed === undefined) return fail('usage', usage)
  if (parsed.help) return tell(usage)
  const host = process.env.APP_DOCKER_HOST || process.env.DOCKER_HOST || 'unix:///var/run/docker.sock'
  const [command, ...names] = parsed.words
  try {
    if (command === 'list' && names.length === 0) return await list(host, parsed.json)
    if (command === 'build') return await build(host, names, parsed.json)
  } catch (error) {
    if (error instanceof DriverError || error instanceof ImageError) return fail('engine', `${error.message}\n`)
    throw error
  }
  return fail('usage', usage)
}

function parse(args: string[]): { words: string[]; json: boolean; help: boolean } | undefined {
  try {
    const options = { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { words: positionals, ...values }
  } catch {
    return undefined
  }
}

async function build(host: string, names: string[], asJson: boolean): Promise<Outcome> {
  const choice = chooseRecipes(imageRecipes, names)
  if (choice.kind === 'unknown') {
    const known = imageRecipes.map((recipe) => recipe.name).join(', ')
    return fail('validation', `There is no recipe for ${choice.names.join(', ')}. Known: ${known}\n`)
  }
  const view = showImageProgress({
    isTerminal: process.stderr.isTTY === true,
    write: (text) => void process.stderr.write(text),
  })
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new ImageError('failed', 'stopped; run the same command to go on')))
  process.once('SIGTERM', () => stop.abort(new ImageError('failed', 'stopped; run the same command to go on')))
  try {
    const reports = await makeImages({
      engineHost: host,
      recipes: choice.recipes,
      onProgress: view.update,
      signal: stop.signal,
    })
    tell(asJson ? toJson(reports.map(jsonReport)) : reportTable(reports))
    return worstOutcome(reports)
  } finally {
    view.stop()
  }
}

function worstOutcome(reports: ImageReport[]): Outcome {
  const errors = reports.flatMap((report) => (report.ok ? [] : [report.error]))
  if (errors.length === 0) return 'done'
  return errors.every((error) => error instanceof ImageError && error.kind === 'network') ? 'network' : 'engine'
}

function reportTable(reports: ImageReport[]): string {
  const rows = reports.map((report) => [
    report.name,
    report.ok ? report.outcome : 'failed',
    report.ok ? formatSize(report.image.sizeBytes) : '',
    (report.ms / 1000).toFixed(1),
  ])
  return formatTable(['NAME', 'OUTCOME', 'SIZE', 'SECONDS'], rows)
}

function jsonReport(report: ImageReport) {
  const { name, ms } = report
  if (!report.ok) return { name, outcome: 'failed', duration_ms: ms, error: report.error.message }
  const { id, sizeBytes, digests } = report.image
  return { name, outcome: report.outcome, duration_ms: ms, image_id: id, size_bytes: sizeBytes, digests }
}

async function list(host: string, asJson: boolean): Promise<Outcome> {
  const engine = dockerEngine(host)
  const signal = AbortSignal.timeout(10_000)
  const rows = await Promise.all(
    imageRecipes.map(async (recipe) => describe(recipe, await findImage(engine, localTag(recipe.name), signal))),
  )
  if (asJson) return tell(toJson(rows))
  const cells = rows.map((row) => [
    row.name,
    row.state,
    row.size_bytes === null ? '' : formatSize(row.size_bytes),
    row.suite ?? '',
    row.purpose,
  ])
  return tell(formatTable(['NAME', 'STATE', 'SIZE', 'SUITE', 'FOR'], cells))
}

function describe(recipe: ImageRecipe, image: Awaited<ReturnType<typeof findImage>>) {
  return {
    name: recipe.name,
    tag: localTag(recipe.name),
    state: imageState(recipe, currentHash(recipe), image),
    size_bytes: image?.sizeBytes ?? null,
    suite: image?.labels[labels.suite] ?? null,
    digest: image?.digests[0] ?? image?.id ?? null,
    purpose: recipe.purpose,
  }
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function tell(text: string): Outcome {
  process.stdout.write(text)
  return 'done'
}

function fail(outcome: Outcome, text: string): Outcome {
  process.stderr.write(text)
  return outcome
}

process.exitCode = exitCodes[await main(process.argv.slice(2))]
