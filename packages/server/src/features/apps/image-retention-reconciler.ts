// Removes images that deploys pulled and nobody is likely to go back to; a rollback to one pulls it again by its digest.
import { defineLoop } from '../../background/loop.ts'
import type { Context } from '../../context.ts'
import { DriverError } from '../../drivers/container/container.ts'
import { listDeployImages, listDeploysWithoutImage } from '../deploys/deploy-view.ts'
import { findImage } from './get-image.ts'
import { type ImageToRemove, imagesToRemove, type RetentionFacts } from './image-retention.ts'
import { forgetPulledImage, listPulledImages, listRunningImages } from './pulled-images.ts'

type Action = { kind: 'remove'; image: ImageToRemove } | { kind: 'look-again-soon' }

export const imageRetentionLoop = defineLoop<Context, RetentionFacts | undefined, Action>({
  name: 'image-retention',
  what: 'remove images that deploys pulled and no app keeps',
  every: '1h',
  where: 'leader',
  timeout: '10m',
  keys: async () => ['all'],
  observe,
  plan(facts) {
    if (!facts) return [{ kind: 'look-again-soon' }]
    return imagesToRemove(facts).map((image) => ({ kind: 'remove', image }))
  },
  async act(ctx, action, signal) {
    if (action.kind === 'look-again-soon') return { again: '1m' }
    await removeImage(ctx, action.image, signal)
  },
})

/** Undefined while a deploy does not know its image yet: it might be one of these. */
async function observe(ctx: Context, _: string, signal: AbortSignal): Promise<RetentionFacts | undefined> {
  const keep = ctx.settings.APP_IMAGE_RETENTION
  const none = { keep, pulled: [], deploys: [], running: [], inUse: [] }
  if (keep === 0) return none
  const pulled = await listPulledImages(ctx.db, ctx.nodeId)
  if (pulled.length === 0) return none
  if ((await listDeploysWithoutImage(ctx.db)).length > 0) return undefined
  return {
    keep,
    pulled: pulled.map(({ image_id, reference }) => ({ imageId: image_id, reference })),
    inUse: (await ctx.engine.listContainers({}, signal)).map(({ imageId }) => imageId),
    deploys: await listDeployImages(ctx.db),
    running: await listRunningImages(ctx.db),
  }
}

/** By the names that we gave it and only while they mean it, so that an image that has other names stays. */
async function removeImage(ctx: Context, { imageId, references }: ImageToRemove, signal: AbortSignal): Promise<void> {
  for (const reference of references) {
    if ((await findImage(ctx, reference, signal))?.id !== imageId) continue
    try {
      await ctx.engine.removeImage(reference, signal)
    } catch (error) {
      // Someone began to use it in between, or it went by itself.
      if (error instanceof DriverError && error.kind === 'conflict') return
      if (!(error instanceof DriverError && error.kind === 'not-found')) throw error
    }
  }
  await forgetPulledImage(ctx.db, ctx.nodeId, imageId)
  ctx.log.info({ image: imageId, references }, 'image removed: no app keeps it')
}
