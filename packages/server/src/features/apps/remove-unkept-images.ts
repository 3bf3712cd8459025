// Which images may go by the rule of `image-retention.ts`, and how one goes.
import type { Context } from '../../context.ts'
import { DriverError } from '../../drivers/container/container.ts'
import { listDeployImages, listDeploysWithoutImage } from '../deploys/deploy-view.ts'
import { findImage } from './get-image.ts'
import type { ImageToRemove, RetentionFacts } from './image-retention.ts'
import { forgetPulledImage, listPulledImages, listRunningImages } from './pulled-images.ts'

/** Undefined while a deploy does not know its image yet: it might be one of these. */
export async function observeRetention(ctx: Context, signal: AbortSignal): Promise<RetentionFacts | undefined> {
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

/** By the names that we gave it and only while they mean it, so that an image that has other names stays. False when something uses it. */
export async function removeUnkeptImage(
  ctx: Context,
  { imageId, references }: ImageToRemove,
  signal: AbortSignal,
): Promise<boolean> {
  for (const reference of references) {
    if ((await findImage(ctx, reference, signal))?.id !== imageId) continue
    try {
      await ctx.engine.removeImage(reference, signal)
    } catch (error) {
      // Someone began to use it in between, or it went by itself.
      if (error instanceof DriverError && error.kind === 'conflict') return false
      if (!(error instanceof DriverError && error.kind === 'not-found')) throw error
    }
  }
  await forgetPulledImage(ctx.db, ctx.nodeId, imageId)
  ctx.log.info({ image: imageId, references }, 'image removed: no app keeps it')
  return true
}
