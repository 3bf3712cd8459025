// Gets the images that deploys wait for, apart from the loop of the apps: a pull may take many minutes, and what serves
// must be looked after meanwhile. Keyed by deploy; the end of a pull wakes its app.
import { defineLoop } from '../../background/loop.ts'
import type { Context } from '../../context.ts'
import { currentPhase } from '../deploys/deploy.ts'
import { getDeploy, listDeploysWithoutImage } from '../deploys/deploy-view.ts'
import { getApp } from './app-view.ts'
import { findImage } from './get-image.ts'
import { type Pull, pullForDeploy } from './pull-for-deploy.ts'

export const imagePullLoop = defineLoop<Context, Pull | undefined, Pull>({
  name: 'image-pulls',
  what: 'get the images that deploys wait for',
  every: '60s',
  where: 'leader',
  atOnce: 16,
  // A pull has limits of its own: APP_PULL_TIMEOUT and APP_PULL_STALL_TIMEOUT.
  timeout: '24h',
  keys: ({ db }) => listDeploysWithoutImage(db),
  observe: observePull,
  plan: (pull) => (pull ? [pull] : []),
  async act(ctx, pull, signal) {
    await pullForDeploy(ctx, pull, signal)
    ctx.loops.wake('apps', pull.app.name)
  },
})

async function observePull(ctx: Context, deployId: string, signal: AbortSignal): Promise<Pull | undefined> {
  const deploy = await getDeploy(ctx.db, deployId)
  const app = deploy && (await getApp(ctx.db, deploy.app))
  if (!app) return undefined
  if (deploy.outcome === 'in_progress')
    return deploy.imageId === null && currentPhase(deploy.phases) === 'pulling'
      ? { app, deploy, isWaitedFor: true }
      : undefined
  if (app.running?.deployId !== deployId) return undefined
  return (await findImage(ctx, app.running.imageId, signal)) ? undefined : { app, deploy, isWaitedFor: false }
}
