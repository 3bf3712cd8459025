// Approvals of deploys, and the override of a freeze window for one that is held. Spec 3.1, rulings 3, 16.
import type { Approval } from '@levelrail/contract/schemas/guards.ts'
import type { Context, Handler } from '../../context.ts'
import { conflict, forbidden } from '../../errors.ts'
import { mayTouch, type SignedIn } from '../../http/actor.ts'
import { onePage, pageOf } from '../../http/paging.ts'
import { isoNow } from '../../lib/clock.ts'
import type { Trx } from '../../store/store.ts'
import { findApp } from '../apps/app-view.ts'
import { type StoredDeploy, viewDeploy } from '../deploys/deploy.ts'
import { findDeploy } from '../deploys/deploy-view.ts'
import { holdDeploy, saveApproval, saveOverride } from '../deploys/hold-deploy.ts'
import { settleDeploy } from '../deploys/settle-deploy.ts'
import { wakeForDeploy } from '../deploys/start-deploy.ts'
import { eventActor, recordEvent } from '../events/record-event.ts'
import { advanceHeld } from './advance-held.ts'
import { decisionRefusal, type StoredApproval, type StoredVote, viewApproval, withVote } from './approval.ts'
import { listApprovals } from './approval-store.ts'
import { auditOverride, tellOverride } from './tell-override.ts'

export const approvalList: Handler<'approvalList'> = async ({ db }, { query, actor, request, answer }) => {
  const page = pageOf(query)
  const rows = await listApprovals(db, page, query.state)
  return onePage(rows, page, ({ startedAt, id }) => ({ at: startedAt, id }), request, answer)
    .filter(({ app }) => mayTouch(actor, 'app', app))
    .flatMap((deploy) => (deploy.approval ? viewRequest(deploy, deploy.approval, actor) : []))
}

export const deployApprove: Handler<'deployApprove'> = (ctx, input) => decide(ctx, input, 'approved')
export const deployReject: Handler<'deployReject'> = (ctx, input) => decide(ctx, input, 'rejected')

export const deployOverride: Handler<'deployOverride'> = async (ctx, { params, body, actor, request, transact }) => {
  const deploy = await transact(resourceOf(params), async (trx) => {
    const found = await findHeld(trx, params)
    if (found.hold?.code !== 'freeze_window_hold')
      throw conflict(`deploy ${JSON.stringify(found.id)} is not held by a freeze window: ${whatIsSo(found)}`)
    const overrideReason = body.override_reason
    await saveOverride(trx, found.id, overrideReason)
    const told = { ...found, override_reason: overrideReason }
    await tellOverride(trx, ctx, told, found.hold.window ?? '', eventActor(actor))
    await auditOverride(trx, ctx, { actor, request }, { ...found, overrideReason })
    await advanceHeld(trx, ctx, found.id)
    return findDeploy(trx, params.name, found.id)
  })
  wakeForDeploy(ctx, deploy)
  return viewDeploy(deploy)
}

interface Deciding {
  params: { name: string; deployId: string }
  body: { comment?: string }
  actor: SignedIn
  transact<T>(resource: string, write: (trx: Trx) => Promise<T>): Promise<T>
}

/** The last approval that was missing lets the deploy go on, and a rejection ends it, in the same transaction. */
async function decide(ctx: Context, { params, body, actor, transact }: Deciding, decision: StoredVote['decision']) {
  const deploy = await transact(resourceOf(params), async (trx) => {
    const found = await findHeld(trx, params)
    if (!found.approval) throw conflict(`deploy ${JSON.stringify(found.id)} needs no approval: ${whatIsSo(found)}`)
    refuse(found.approval, actor)
    const cast = { userId: actor.user.id, by: actor.user.email, decision, comment: body.comment?.trim() ?? '' }
    const approval = withVote(found.approval, { ...cast, at: isoNow(ctx.clock) })
    await saveApproval(trx, found.id, approval)
    await tellDecision(trx, ctx, found, approval, actor)
    if (decision === 'rejected') await settleDeploy(trx, ctx, found.id, 'canceled', null, eventActor(actor))
    else if ((await advanceHeld(trx, ctx, found.id)) === 'wait' && found.hold)
      await holdDeploy(trx, ctx, { ...found, approval }, found.hold)
    return findDeploy(trx, params.name, found.id)
  })
  wakeForDeploy(ctx, deploy)
  return viewDeploy(deploy)
}

async function findHeld(trx: Trx, { name, deployId }: Deciding['params']): Promise<StoredDeploy> {
  await findApp(trx, name)
  const deploy = await findDeploy(trx, name, deployId)
  if (deploy.outcome !== 'blocked')
    throw conflict(`deploy ${JSON.stringify(deploy.id)} is not held: ${whatIsSo(deploy)}`)
  return deploy
}

/** 403 where it is about who asks, 409 where it is about what is so. */
function refuse(approval: StoredApproval, actor: SignedIn): void {
  const refusal = refusalFor(approval, actor)
  if (refusal === null) return
  const isAboutThem = actor.kind !== 'session' || actor.user.id === approval.authorId
  throw isAboutThem ? forbidden(refusal) : conflict(refusal)
}

function refusalFor(approval: StoredApproval, { kind, user }: SignedIn): string | null {
  return decisionRefusal(approval, { kind, userId: user.id })
}

async function tellDecision(
  trx: Trx,
  ctx: Context,
  { app, id, image }: StoredDeploy,
  { required, votes }: StoredApproval,
  actor: SignedIn,
): Promise<void> {
  const vote = votes.at(-1)
  const isApproved = vote?.decision === 'approved'
  const count = isApproved && required > 1 ? ` (${votes.length} of ${required})` : ''
  await recordEvent(trx, ctx, {
    app,
    kind: isApproved ? 'deploy_approved' : 'deploy_rejected',
    title: `Deploy of ${image} ${vote?.decision}${count}`,
    detail: { image, comment: vote?.comment ?? '' },
    actor: eventActor(actor),
    deployId: id,
  })
}

function viewRequest(deploy: StoredDeploy, approval: StoredApproval, actor: SignedIn): Approval {
  return {
    deploy_id: deploy.id,
    app: deploy.app,
    image: deploy.image,
    rollback_to: deploy.rollbackTo,
    by: deploy.requestedBy,
    note: deploy.note,
    requested_at: deploy.startedAt,
    ...viewApproval(approval),
    refusal: refusalFor(approval, actor),
  }
}

function resourceOf({ name, deployId }: Deciding['params']): string {
  return `apps/${name}/deploys/${deployId}`
}

function whatIsSo({ outcome, hold }: StoredDeploy): string {
  return outcome === 'blocked' ? `it waits for ${hold?.code}` : `it is ${outcome}`
}
