// Makes sure of one platform image: there already, else pulled, else built from Debian packages.
// The tag is given last, to a complete image, so a half-made one is never found under its name.
import { Transform } from 'node:stream'
import { type ContainerEngine, DriverError, type EngineImage } from '../../drivers/container/container.ts'
import { RunError, runStreaming } from '../../lib/run.ts'
import { type AptMirror, preferences, sourceLines } from './apt-sources.ts'
import { ImageError, packageToolError } from './image-error.ts'
import {
  type ImageRecipe,
  imageState,
  importChanges,
  labels,
  localTag,
  pinned,
  pulledMark,
  pulledTag,
  type Suite,
} from './image-recipe.ts'
import { currentHash, finishHook, overlayPath } from './overlay-files.ts'

export interface BuildDependencies {
  engine: ContainerEngine
  /** Whether a registry answers; asked once in a run, by the caller. */
  registryAnswers: () => Promise<boolean>
  /** Called when a build is needed: installs the build tool if it must and gives the mirror. */
  prepareBuild: () => Promise<AptMirror>
  signal: AbortSignal
}

export interface ImageResult {
  outcome: 'present' | 'pulled' | 'built'
  image: EngineImage
}

type Report = (detail: string) => void

/** The smallest recipe is over ten times this; an archive below it is a failed build. */
const smallestTarBytes = 1_000_000
/** mmdebstrap runs it in a shell before packages are chosen, with the new root as its argument. */
const preferencesHook = '--setup-hook=printf %s "$LEVELRAIL_PREFERENCES" > "$1/etc/apt/preferences"'
const leftoverAfterMs = 3_600_000

export async function buildImage(deps: BuildDependencies, recipe: ImageRecipe, report: Report): Promise<ImageResult> {
  const hash = currentHash(recipe)
  const tag = localTag(recipe.name)
  const present = await findImage(deps.engine, tag, deps.signal)
  const state = imageState(recipe, hash, present)
  if (present !== undefined && (state === 'built' || state === 'pulled')) return { outcome: 'present', image: present }

  const pulledId = await pullOfficial(deps, recipe, report)
  const id = pulledId ?? (await buildFromPackages(deps, recipe, hash, report))
  if (pulledId !== undefined) await deps.engine.tagImage(pulledId, pulledTag(recipe), deps.signal)
  await deps.engine.tagImage(id, tag, deps.signal)
  if (present && present.id !== id) await removeReplaced(deps, tag, present)
  await removeLeftovers(deps, recipe, present?.id)
  const image = await deps.engine.inspectImage(tag, deps.signal)
  return { outcome: pulledId === undefined ? 'built' : 'pulled', image }
}

export async function findImage(
  engine: ContainerEngine,
  reference: string,
  signal: AbortSignal,
): Promise<EngineImage | undefined> {
  try {
    return await engine.inspectImage(reference, signal)
  } catch (error) {
    if (error instanceof DriverError && error.kind === 'not-found') return undefined
    throw error
  }
}

/** The pulled image's id; undefined when it has to be built. */
async function pullOfficial(deps: BuildDependencies, recipe: ImageRecipe, report: Report): Promise<string | undefined> {
  if (recipe.official === undefined || !(await deps.registryAnswers())) return undefined
  try {
    const reference = pinned(recipe.official, await deps.engine.resolveDigest(recipe.official, deps.signal))
    await deps.engine.pullImage(reference, { onProgress: report, signal: deps.signal })
    return (await deps.engine.inspectImage(reference, deps.signal)).id
  } catch (error) {
    if (!(error instanceof DriverError) || error.kind === 'unreachable') throw error
    report(`could not be pulled (${error.message}), so it is built`)
    return undefined
  }
}

async function buildFromPackages(
  deps: BuildDependencies,
  recipe: ImageRecipe,
  hash: string,
  report: Report,
): Promise<string> {
  const mirror = await deps.prepareBuild()
  let failure: unknown
  for (const suite of recipe.suites) {
    try {
      return await importSuite(deps, recipe, { suite, mirror, hash, report })
    } catch (error) {
      deps.signal.throwIfAborted()
      failure = error
    }
  }
  throw failure
}

interface SuiteBuild {
  suite: Suite
  mirror: AptMirror
  hash: string
  report: Report
}

async function importSuite(deps: BuildDependencies, recipe: ImageRecipe, build: SuiteBuild): Promise<string> {
  const root = runStreaming('mmdebstrap', builderArguments(recipe, build.suite, build.mirror), {
    env: {
      LEVELRAIL_OVERLAYS: recipe.overlays.map(overlayPath).join('\n'),
      LEVELRAIL_TRIMS: recipe.trims.join('\n'),
      LEVELRAIL_PREFERENCES: preferences(recipe.fromExperimental ?? {}),
    },
    onLine: (line) => build.report(line.replace(/^I: /, '')),
    signal: deps.signal,
  })
  const tar = root.pipe(refuseEmpty())
  let builderFailure: Error | undefined
  root.on('error', (error) => {
    builderFailure = error
    tar.destroy(error)
  })
  try {
    return await deps.engine.importImage(tar, {
      changes: importChanges(recipe.config),
      labels: { [labels.recipe]: recipe.name, [labels.hash]: build.hash, [labels.suite]: build.suite },
      signal: deps.signal,
    })
  } catch (error) {
    deps.signal.throwIfAborted()
    if (builderFailure instanceof RunError)
      throw packageToolError(`"${recipe.name}" from ${build.suite}`, builderFailure)
    throw error
  } finally {
    root.destroy()
  }
}

export function builderArguments(recipe: ImageRecipe, suite: Suite, mirror: AptMirror): string[] {
  return [
    '--mode=root',
    // Unpacks packages without running their scripts: half the time and half the size of a bootable root.
    '--variant=extract',
    `--include=${recipe.packages.join(',')}`,
    '--aptopt=Acquire::Languages "none"',
    '--aptopt=APT::Install-Recommends "false"',
    // Mirrors of closed sites lag behind, and the signature is checked all the same.
    '--aptopt=Acquire::Check-Valid-Until "false"',
    ...(suite === 'experimental' ? [preferencesHook] : []),
    `--extract-hook=${finishHook}`,
    suite,
    '-',
    ...sourceLines(mirror, suite),
  ]
}

/** Engines make an image of an empty archive without a word. */
function refuseEmpty(): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(null, chunk)
    },
    flush(done) {
      done(bytes < smallestTarBytes ? new ImageError('failed', `the build gave only ${bytes} bytes`) : null)
    },
  })
}

/** Of one that was pulled; what was built is known by its label. */
async function removeReplaced(
  { engine, signal }: BuildDependencies,
  tag: string,
  replaced: EngineImage,
): Promise<void> {
  for (const each of replaced.tags)
    if (each.startsWith(`${tag}${pulledMark}`)) await removeIfUnused(engine, each, signal)
}

/** Untagged images of this recipe: the one just replaced, and what a run that was cut off before tagging left long ago. */
async function removeLeftovers(
  { engine, signal }: BuildDependencies,
  recipe: ImageRecipe,
  replacedId: string | undefined,
): Promise<void> {
  for (const image of await engine.listImages(`${labels.recipe}=${recipe.name}`, signal)) {
    // A fresh one may be another run's, about to be tagged.
    const isLeftover = image.id === replacedId || Date.now() - image.createdAt.getTime() > leftoverAfterMs
    if (image.tags.length > 0 || !isLeftover) continue
    await removeIfUnused(engine, image.id, signal)
  }
}

async function removeIfUnused(engine: ContainerEngine, reference: string, signal: AbortSignal): Promise<void> {
  try {
    await engine.removeImage(reference, signal)
  } catch (error) {
    // A container still runs on it, or it went by itself.
    if (!(error instanceof DriverError) || error.kind === 'unreachable') throw error
  }
}
