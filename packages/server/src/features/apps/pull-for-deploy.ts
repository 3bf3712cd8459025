// Gets the image of a deploy and pins it: what runs later is exactly what was found now, whatever the tag says then.
import type { Context } from '../../context.ts'
import type { EngineImage } from '../../drivers/container/container.ts'
import { DriverError } from '../../drivers/container/container.ts'
import { pause } from '../../lib/clock.ts'
import type { StoredDeploy } from '../deploys/deploy.ts'
import { logDeploy } from '../deploys/deploy-log.ts'
import { getDeploy } from '../deploys/deploy-view.ts'
import { setDeployDigest } from '../deploys/settle-deploy.ts'
import type { AppWorld } from './app-observe.ts'
import { failDeployFor } from './fail-deploy.ts'

const pullDeadlineMs = 15 * 60_000
const lookEveryMs = 500

export async function pullForDeploy(ctx: Context, world: AppWorld, signal: AbortSignal): Promise<void> {
  const { deploy } = world
  if (!deploy) return
  const ended = new AbortController()
  const began = deploy.phases.find(({ name }) => name === 'pulling')?.started_at
  const leftMs = pullDeadlineMs - (began ? ctx.clock.now().getTime() - Date.parse(began) : 0)
  const tooLate = AbortSignal.timeout(Math.max(1, leftMs))
  const limit = AbortSignal.any([signal, ended.signal, tooLate])
  const watching = endWithDeploy(ctx, deploy.id, ended, limit)
  try {
    const image = await getImage(ctx, deploy, limit)
    await ctx.db.transaction().execute(async (trx) => {
      await logDeploy(trx, ctx.clock, deploy.id, `image ${deploy.image} is ${image.id}`)
      await setDeployDigest(trx, deploy.id, image.id)
    })
  } catch (error) {
    signal.throwIfAborted()
    if (ended.signal.aborted) return
    if (!(error instanceof DriverError)) throw error
    // An engine that went away is waited for by the plan; one that pulls and pulls is not.
    if (error.kind === 'unreachable' && !tooLate.aborted) throw error
    await failDeployFor(ctx, world, tooLate.aborted ? notInTime(deploy) : error, 'pulling')
  } finally {
    ended.abort()
    await watching
  }
}

function notInTime(deploy: StoredDeploy): DriverError {
  const minutes = pullDeadlineMs / 60_000
  return new DriverError('failed', `context deadline exceeded: ${deploy.image} did not come in ${minutes} minutes`)
}

/** A rollback wants exactly what ran, whatever its tag means today; anything else follows the app's pull policy. */
async function getImage(ctx: Context, deploy: StoredDeploy, signal: AbortSignal): Promise<EngineImage> {
  if (deploy.digest !== null) {
    const known = await ctx.engine.inspectImage(deploy.digest, signal).catch(ignoreMissing)
    if (known) return known
    if (deploy.spec.pull_policy === 'never') throw new DriverError('not-found', `No such image: ${deploy.digest}`)
    await ctx.engine.pullImage(deploy.image, { signal, onProgress: () => {} })
    const pulled = await ctx.engine.inspectImage(deploy.image, signal)
    if (pulled.id === deploy.digest) return pulled
    throw new DriverError('not-found', `No such image: ${deploy.digest}; ${deploy.image} is ${pulled.id} now`)
  }
  const policy = deploy.spec.pull_policy
  const local =
    policy === 'always' ? undefined : await ctx.engine.inspectImage(deploy.image, signal).catch(ignoreMissing)
  if (local) return local
  if (policy === 'never')
    throw new DriverError('not-found', `No such image: ${deploy.image} (its pull policy is "never")`)
  await ctx.engine.pullImage(deploy.image, { signal, onProgress: () => {} })
  return ctx.engine.inspectImage(deploy.image, signal)
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof DriverError && error.kind === 'not-found') return undefined
  throw error
}

/** A long pull must end when its deploy is cancelled or superseded meanwhile. */
async function endWithDeploy(
  ctx: Context,
  deployId: string,
  ended: AbortController,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const deploy = await getDeploy(ctx.db, deployId)
    if (deploy?.outcome !== 'in_progress') return ended.abort()
    await pause(ctx.clock, lookEveryMs, signal).catch(() => {})
  }
}
