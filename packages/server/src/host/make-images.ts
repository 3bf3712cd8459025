// Gives the image builder what it needs of this machine: the engine, the build tool and the package mirror.
import { dockerEngine } from '../drivers/container/docker.ts'
import type { AptMirror } from '../features/images/apt-sources.ts'
import type { BuildDependencies } from '../features/images/build-image.ts'
import { askRegistryOnce, buildImages, type ImageProgress, type ImageReport } from '../features/images/build-images.ts'
import { ImageError, packageToolError } from '../features/images/image-error.ts'
import type { ImageRecipe } from '../features/images/image-recipe.ts'
import { readMirror } from '../features/images/read-mirror.ts'
import { RunError } from '../lib/run.ts'
import { findProgram, installPackages } from './engine-setup.ts'
import { readOsRelease } from './os-release.ts'

export interface MakeImagesOptions {
  engineHost: string
  recipes: readonly ImageRecipe[]
  onProgress: (progress: ImageProgress) => void
  signal: AbortSignal
}

export function makeImages({ engineHost, recipes, onProgress, signal }: MakeImagesOptions): Promise<ImageReport[]> {
  const engine = dockerEngine(engineHost)
  let prepared: Promise<AptMirror> | undefined
  const deps: BuildDependencies = {
    engine,
    signal,
    registryAnswers: askRegistryOnce({ engine, signal }, recipes),
    prepareBuild() {
      prepared ??= prepareBuild(onProgress, signal)
      return prepared
    },
  }
  return buildImages(deps, recipes, onProgress)
}

async function prepareBuild(onProgress: (progress: ImageProgress) => void, signal: AbortSignal): Promise<AptMirror> {
  const mirror = readMirror(readOsRelease())
  if (process.getuid?.() !== 0)
    throw new ImageError(
      'unsupported',
      'no registry answers, and building images needs root: run the command with sudo',
    )
  if (findProgram('mmdebstrap') !== undefined) return mirror
  try {
    const report = (detail: string) => onProgress({ kind: 'working', name: 'mmdebstrap', detail })
    await installPackages(['mmdebstrap'], report, signal)
  } catch (error) {
    if (error instanceof RunError) throw packageToolError('the build tool mmdebstrap could not be installed', error)
    throw error
  }
  return mirror
}
