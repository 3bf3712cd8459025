// Removes images that deploys pulled and nobody is likely to go back to; a rollback to one pulls it again by its digest.
import { defineLoop } from '../../background/loop.ts'
import type { Context } from '../../context.ts'
import { type ImageToRemove, imagesToRemove, type RetentionFacts } from './image-retention.ts'
import { observeRetention, removeUnkeptImage } from './remove-unkept-images.ts'

type Action = { kind: 'remove'; image: ImageToRemove } | { kind: 'look-again-soon' }

export const imageRetentionLoop = defineLoop<Context, RetentionFacts | undefined, Action>({
  name: 'image-retention',
  what: 'remove images that deploys pulled and no app keeps',
  every: '1h',
  where: 'leader',
  timeout: '10m',
  keys: async () => ['all'],
  observe: (ctx, _, signal) => observeRetention(ctx, signal),
  plan(facts) {
    if (!facts) return [{ kind: 'look-again-soon' }]
    return imagesToRemove(facts).map((image) => ({ kind: 'remove', image }))
  },
  async act(ctx, action, signal) {
    if (action.kind === 'look-again-soon') return { again: '1m' }
    await removeUnkeptImage(ctx, action.image, signal)
  },
})
