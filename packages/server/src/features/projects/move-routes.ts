// Files apps under projects and tags them with environments; their containers are not touched. Spec 4.2, 4.3.
import type { Context, Handler } from '../../context.ts'
import type { SignedIn } from '../../http/actor.ts'
import { isoNow } from '../../lib/clock.ts'
import type { Trx } from '../../store/store.ts'
import { findApp } from '../apps/app-view.ts'
import { type AppLabel, labelApp } from '../apps/label-apps.ts'
import { showApp } from '../apps/show-app.ts'
import { eventActor, recordEvent } from '../events/record-event.ts'
import { checkTarget, getEnvironment, targetEnvironment } from './project-view.ts'

/** An environment belongs to its project, so its tag does not go along to another. */
export const appMoveToProject: Handler<'appMoveToProject'> = async (ctx, { params, body, actor, transact }) => {
  const app = await transact(`apps/${params.name}/project`, async (trx) => {
    const { environmentId } = await findApp(trx, params.name)
    await checkTarget(trx, 'project_id', 'project', body.project_id)
    const environment = await getEnvironment(trx, environmentId)
    const environment_id = environment?.project_id === body.project_id ? environmentId : ''
    await tellMove(trx, ctx, params.name, 'project_id', actor)
    return labelApp(trx, params.name, { ...body, environment_id }, isoNow(ctx.clock))
  })
  ctx.loops.wake('held-deploys', 'all')
  return showApp(ctx, actor, app)
}

export const appMoveToEnvironment: Handler<'appMoveToEnvironment'> = async (ctx, { params, body, actor, transact }) => {
  const app = await transact(`apps/${params.name}/environment`, async (trx) => {
    const { projectId } = await findApp(trx, params.name)
    if (body.environment_id !== '') await targetEnvironment(trx, 'environment_id', body.environment_id, projectId)
    await tellMove(trx, ctx, params.name, 'environment_id', actor)
    return labelApp(trx, params.name, body, isoNow(ctx.clock))
  })
  ctx.loops.wake('held-deploys', 'all')
  return showApp(ctx, actor, app)
}

function tellMove(trx: Trx, ctx: Context, app: string, label: AppLabel, actor: SignedIn): Promise<void> {
  const title = `Changed ${label}`
  return recordEvent(trx, ctx, { app, kind: 'changed', title, detail: { fields: [label] }, actor: eventActor(actor) })
}
