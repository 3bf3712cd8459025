// Finds or pulls the image of a deploy and says exactly which it is. A tag is asked for once; from then on the digest
// that it had is what counts. Ruling 10: an image that never came from a registry has its id for a digest.
import type { Context } from '../../context.ts'
import { DriverError, type EngineImage } from '../../drivers/container/container.ts'
import {
  familiarReference,
  type ImageReference,
  parseImageReference,
  sameRepository,
} from '../../lib/image-reference.ts'
import type { StoredDeploy } from '../deploys/deploy.ts'

export interface FoundImage {
  image: EngineImage
  digest: string
  /** Names that this pull gave to the image; empty when it was there already, whoever brought it. */
  pulledAs: string[]
}

export interface WantedImage {
  image: string
  /** Set when exactly this is wanted, whatever the tag means today. */
  pinned: { digest: string; imageId: string | null } | undefined
  policy: StoredDeploy['spec']['pull_policy']
}

type Engine = Pick<Context, 'engine'>
/** Asks the registry; gives the digest that it answered with, where the engine tells. */
type PullImage = (reference: string) => Promise<string | undefined>

export async function getImage(
  ctx: Engine,
  wanted: WantedImage,
  signal: AbortSignal,
  pull: PullImage,
): Promise<FoundImage> {
  const reference = parsed(wanted.image)
  if (wanted.pinned) return getPinned(ctx, wanted, wanted.pinned, reference, signal, pull)
  const local = await findImage(ctx, wanted.image, signal)
  if (local && wanted.policy !== 'always') return { image: local, digest: digestIn(local, reference), pulledAs: [] }
  if (wanted.policy === 'never')
    throw new DriverError('not-found', `No such image: ${wanted.image} (its pull policy is "never")`)
  const digest = await pull(wanted.image)
  // By what the registry gave, not by the tag: someone else may have pulled a newer one in between.
  const image = await ctx.engine.inspectImage(digest ? pinnedName(reference, digest) : wanted.image, signal)
  const found = digest ?? digestIn(image, reference)
  const isNew = image.id !== local?.id
  return { image, digest: found, pulledAs: isNew ? [wanted.image, pinnedName(reference, found)] : [] }
}

async function getPinned(
  ctx: Engine,
  { image: name, policy }: WantedImage,
  { digest, imageId }: NonNullable<WantedImage['pinned']>,
  reference: ImageReference,
  signal: AbortSignal,
  pull: PullImage,
): Promise<FoundImage> {
  const isOfRegistry = digest !== imageId
  const byDigest = pinnedName(reference, digest)
  const local =
    (await findImage(ctx, imageId ?? digest, signal)) ??
    (isOfRegistry ? await findImage(ctx, byDigest, signal) : undefined)
  if (local) return { image: local, digest, pulledAs: [] }
  if (policy === 'never') throw new DriverError('not-found', `No such image: ${name}@${digest}`)
  if (isOfRegistry) {
    await pull(byDigest)
    return { image: await ctx.engine.inspectImage(byDigest, signal), digest, pulledAs: [byDigest] }
  }
  // No registry is known to have it; one may nevertheless, under the same tag.
  await pull(name)
  const pulled = await ctx.engine.inspectImage(name, signal)
  if (pulled.id === digest) return { image: pulled, digest, pulledAs: [name] }
  throw new DriverError('not-found', `No such image: ${digest}; ${name} is ${pulled.id} now`)
}

export async function findImage(ctx: Engine, name: string, signal: AbortSignal): Promise<EngineImage | undefined> {
  try {
    return await ctx.engine.inspectImage(name, signal)
  } catch (error) {
    if (error instanceof DriverError && error.kind === 'not-found') return undefined
    throw error
  }
}

/** The digest under which its registry knows it; its id when none does. */
export function digestIn(image: Pick<EngineImage, 'id' | 'digests'>, reference: ImageReference): string {
  for (const each of image.digests) {
    const known = parseImageReference(each)
    if (known.ok && known.value.digest && sameRepository(known.value, reference)) return known.value.digest
  }
  return image.id
}

function pinnedName({ registry, path }: ImageReference, digest: string): string {
  return familiarReference({ registry, path, tag: undefined, digest })
}

function parsed(image: string): ImageReference {
  const reference = parseImageReference(image)
  if (!reference.ok) throw new DriverError('refused', `invalid reference format: ${reference.reason}`)
  return reference.value
}
