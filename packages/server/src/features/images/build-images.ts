// Makes sure of several platform images, two at a time. What is already there with the same recipe is left as it is,
// so a run that was cut off goes on where it stopped.
import { DriverError } from '../../drivers/container/container.ts'
import { type BuildDependencies, buildImage, type ImageResult } from './build-image.ts'
import { ImageError } from './image-error.ts'
import type { ImageRecipe } from './image-recipe.ts'

export type ImageProgress =
  | { kind: 'started'; name: string }
  | { kind: 'working'; name: string; detail: string }
  | { kind: 'ended'; report: ImageReport }

export type ImageReport = { name: string; ms: number } & (({ ok: true } & ImageResult) | { ok: false; error: Error })

const lanes = 2
const registryDeadlineMs = 4_000

export async function buildImages(
  deps: BuildDependencies,
  recipes: readonly ImageRecipe[],
  onProgress: (progress: ImageProgress) => void,
): Promise<ImageReport[]> {
  const waiting = [...recipes]
  const reports: ImageReport[] = []
  const lane = async () => {
    for (let recipe = waiting.shift(); recipe !== undefined; recipe = waiting.shift()) {
      onProgress({ kind: 'started', name: recipe.name })
      const report = await buildReported(deps, recipe, onProgress)
      reports.push(report)
      onProgress({ kind: 'ended', report })
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return reports
}

/** One image that fails does not stop the others; an engine that is gone, or an abort, stops all. */
async function buildReported(
  deps: BuildDependencies,
  recipe: ImageRecipe,
  onProgress: (progress: ImageProgress) => void,
): Promise<ImageReport> {
  const { name } = recipe
  const startedAt = Date.now()
  const elapsed = () => Date.now() - startedAt
  try {
    const result = await buildImage(deps, recipe, (detail) => onProgress({ kind: 'working', name, detail }))
    return { name, ms: elapsed(), ok: true, ...result }
  } catch (error) {
    deps.signal.throwIfAborted()
    if (error instanceof DriverError && error.kind === 'unreachable') throw error
    if (error instanceof DriverError || error instanceof ImageError) return { name, ms: elapsed(), ok: false, error }
    throw error
  }
}

/**
 * Whether a registry answers, asked once and only when it matters. It is asked through the engine, so that the engine's
 * own settings count, and for an image that is wanted; any answer at all means that a registry is there.
 */
export function askRegistryOnce(
  { engine, signal }: Pick<BuildDependencies, 'engine' | 'signal'>,
  recipes: readonly ImageRecipe[],
): () => Promise<boolean> {
  const reference = recipes.find((recipe) => recipe.official !== undefined)?.official
  const ask = async () => {
    if (reference === undefined) return false
    try {
      await engine.resolveDigest(reference, AbortSignal.any([signal, AbortSignal.timeout(registryDeadlineMs)]))
      return true
    } catch (error) {
      signal.throwIfAborted()
      return error instanceof DriverError && (error.kind === 'not-found' || error.kind === 'refused')
    }
  }
  let answer: Promise<boolean> | undefined
  return () => {
    answer ??= ask()
    return answer
  }
}
