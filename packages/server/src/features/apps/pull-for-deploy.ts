// Gets the image of a deploy within its limits, as whom the registry knows us, and pins it: what runs later is exactly
// what was found now, whatever the tag says then.
import type { Context } from '../../context.ts'
import { DriverError } from '../../drivers/container/container.ts'
import { pause } from '../../lib/clock.ts'
import { failpoint } from '../../lib/failpoint.ts'
import { parseImageReference } from '../../lib/image-reference.ts'
import type { StoredDeploy } from '../deploys/deploy.ts'
import { logDeploy } from '../deploys/deploy-log.ts'
import { getDeploy } from '../deploys/deploy-view.ts'
import { setDeployImage } from '../deploys/settle-deploy.ts'
import { credentialOf } from '../registries/credential-users.ts'
import { type ChosenLogin, chooseLogin, noteUse } from '../registries/registry-login.ts'
import type { StoredApp } from './app.ts'
import { failDeployFor } from './fail-deploy.ts'
import { type FoundImage, getImage, type WantedImage } from './get-image.ts'
import { recordPulledImage } from './pulled-images.ts'

const lookEveryMs = 500

export interface Pull {
  app: StoredApp
  deploy: StoredDeploy
  /** Its deploy waits for it; otherwise it is the image of what serves, which is gone from the machine. */
  isWaitedFor: boolean
}

export async function pullForDeploy(ctx: Context, pull: Pull, signal: AbortSignal): Promise<void> {
  const { deploy } = pull
  const ended = new AbortController()
  const tooLate = new AbortController()
  const cancelLimit = ctx.clock.after(timeLeft(ctx, pull), () => tooLate.abort())
  const limit = AbortSignal.any([signal, ended.signal, tooLate.signal])
  const watching = pull.isWaitedFor ? endWithDeploy(ctx, deploy.id, ended, limit) : undefined
  let chosen: ChosenLogin | undefined
  try {
    const found = await getImage(ctx, await wantedImage(ctx, deploy), limit, async (reference) => {
      chosen = await chooseFor(ctx, deploy)
      return pullUnlessStalled(ctx, reference, chosen, limit)
    })
    if (chosen) await noteUse(ctx, chosen, `gave ${deploy.image}`)
    await keep(ctx, pull, found)
  } catch (error) {
    signal.throwIfAborted()
    if (ended.signal.aborted) return
    const cause = tooLate.signal.aborted ? notInTime(ctx, deploy) : error
    if (!(cause instanceof DriverError)) throw cause
    // An engine that went away is waited for by the plan. What serves is not failed for an image that it had.
    if (cause.kind === 'unreachable') throw cause
    if (chosen) await noteUse(ctx, chosen, cause.message)
    if (!pull.isWaitedFor) throw cause
    await failDeployFor(ctx, pull, cause, 'pulling', chosen ? [chosen.login.password.reveal()] : [])
  } finally {
    cancelLimit()
    ended.abort()
    await watching
  }
}

/** A pull that was interrupted, by a restart of the control plane too, does not begin its time anew. */
function timeLeft(ctx: Context, { deploy, isWaitedFor }: Pull): number {
  const began = isWaitedFor && deploy.phases.find(({ name }) => name === 'pulling')?.started_at
  const gone = began ? ctx.clock.now().getTime() - Date.parse(began) : 0
  return Math.max(1, ctx.settings.APP_PULL_TIMEOUT - gone)
}

function notInTime(ctx: Context, deploy: StoredDeploy): DriverError {
  const minutes = Math.round(ctx.settings.APP_PULL_TIMEOUT / 60_000)
  return new DriverError('failed', `pull took too long: ${deploy.image} did not come in ${minutes} minutes`)
}

async function wantedImage(ctx: Context, deploy: StoredDeploy): Promise<WantedImage> {
  const earlier = deploy.rollbackTo === null ? undefined : await getDeploy(ctx.db, deploy.rollbackTo)
  const imageId = deploy.imageId ?? earlier?.imageId ?? null
  return {
    image: deploy.image,
    policy: deploy.spec.pull_policy,
    pinned: deploy.digest === null ? undefined : { digest: deploy.digest, imageId },
  }
}

async function chooseFor(ctx: Context, deploy: StoredDeploy): Promise<ChosenLogin | undefined> {
  const reference = parseImageReference(deploy.image)
  if (!reference.ok) return undefined
  try {
    const { chosen, words } = await chooseLogin(ctx, credentialOf(deploy.spec), reference.value.registry)
    await logDeploy(ctx.db, ctx.clock, deploy.id, words)
    return chosen
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DriverError('failed', `the registry credential cannot be opened: ${reason}`, { cause: error })
  }
}

/** Engines wait for ever for a registry that falls silent in the middle of a layer. */
async function pullUnlessStalled(
  { engine, clock, settings }: Context,
  reference: string,
  chosen: ChosenLogin | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const stallMs = settings.APP_PULL_STALL_TIMEOUT
  const stalled = new AbortController()
  let cancel = clock.after(stallMs, () => stalled.abort())
  const cameOn = () => {
    cancel()
    cancel = clock.after(stallMs, () => stalled.abort())
  }
  const limit = AbortSignal.any([signal, stalled.signal])
  try {
    return await engine.pullImage(reference, { login: chosen?.login, onProgress: cameOn, signal: limit })
  } catch (error) {
    signal.throwIfAborted()
    if (!stalled.signal.aborted) throw error
    throw new DriverError('failed', `pull stalled: no data of ${reference} came for ${stallMs / 1000} s`)
  } finally {
    cancel()
  }
}

async function keep(ctx: Context, { app, deploy, isWaitedFor }: Pull, found: FoundImage): Promise<void> {
  await failpoint('deploy.pulled')
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.lease.hold(trx)
    await recordPulledImage(trx, ctx, found.image.id, found.pulledAs)
    if (isWaitedFor) await setDeployImage(trx, deploy.id, found.digest, found.image.id)
    await logDeploy(trx, ctx.clock, deploy.id, `image ${deploy.image} is ${found.digest}`)
  })
  ctx.log.info({ app: app.name, deploy: deploy.id, digest: found.digest }, 'image is here')
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
