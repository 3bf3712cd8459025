// Promotes what an app runs to its counterpart in another environment, and shows beforehand what that would change.
// Spec 4.2, rulings 12.
import type { Handler } from '../../context.ts'
import { conflict, forbidden } from '../../errors.ts'
import { refusal } from '../../http/actor.ts'
import { viewDeploy } from '../deploys/deploy.ts'
import { startDeploy, wakeForDeploy } from '../deploys/start-deploy.ts'
import { eventActor } from '../events/record-event.ts'
import { auditOverride } from '../guards/tell-override.ts'
import { planPromotion } from './plan-promotion.ts'
import { refusalWords, refusingBlockers } from './promotion-blockers.ts'

export const appPromotePreview: Handler<'appPromotePreview'> = async ({ db, clock }, { params, query, actor }) =>
  (await planPromotion(db, actor, params.name, query, clock.now())).preview

/** The very image that the source runs, by its digest: its tag may mean another one by now. */
export const appPromote: Handler<'appPromote'> = async (ctx, { params, body, actor, request, transact }) => {
  const reason = body.include_env ? refusal(actor, 'write') : undefined
  if (reason) throw forbidden(`include_env needs write: ${reason}`)
  const deploy = await transact(`apps/${params.name}/promote`, async (trx) => {
    const { source, target, own, preview } = await planPromotion(trx, actor, params.name, body, ctx.clock.now())
    const [first, ...more] = refusingBlockers(preview.blockers, body)
    if (first) throw conflict([first, ...more].map(refusalWords).join('; '), first.code)
    if (!source.running || !target || !own) throw new Error('a promotion that nothing blocks has both sides')
    const started = await startDeploy(trx, ctx, target, {
      source: 'promote',
      image: source.running.spec.image,
      digest: source.running.digest,
      ...(body.include_env ? { own } : {}),
      note: `promoted from ${source.name}, deploy ${source.running.deployId}`,
      by: actor.user.email,
      actor: eventActor(actor),
      confirm: body.confirm === true,
      ...(body.override_freeze === undefined ? {} : { override_freeze: body.override_freeze }),
      ...(body.override_reason === undefined ? {} : { override_reason: body.override_reason }),
    })
    await auditOverride(trx, ctx, { actor, request }, started)
    return started
  })
  wakeForDeploy(ctx, deploy)
  return viewDeploy(deploy)
}
