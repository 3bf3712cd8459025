// Stop, start and restart of a whole project: every member on its own, so that one that fails stops no other. Spec 2.5.
import type { BulkResult } from '@levelrail/contract/schemas/projects.ts'
import type { Context, Handler } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { mayTouch, type SignedIn } from '../../http/actor.ts'
import type { Trx } from '../../store/store.ts'
import { findApp, listAppsOfProject } from '../apps/app-view.ts'
import { type DesiredChange, restartApp, startApp, stopApp } from '../apps/change-desired.ts'
import { eventActor } from '../events/record-event.ts'
import { findProject } from './project-view.ts'

export const projectStop: Handler<'projectStop'> = (ctx, input) => changeAll(ctx, input, stopApp)
export const projectStart: Handler<'projectStart'> = (ctx, input) => changeAll(ctx, input, startApp)
export const projectRestart: Handler<'projectRestart'> = (ctx, input) => changeAll(ctx, input, restartApp)

interface BulkInput {
  params: { id: string }
  actor: SignedIn
  transact<T>(resource: string, write: (trx: Trx) => Promise<T>): Promise<T>
}

/** A member outside the caller's policy counts as failed. Rulings 13. */
async function changeAll(ctx: Context, input: BulkInput, change: DesiredChange): Promise<BulkResult> {
  const project = await findProject(ctx.db, input.params.id)
  const result: BulkResult = { succeeded_apps: [], succeeded_databases: [], failed_apps: [] }
  for (const { name } of await listAppsOfProject(ctx.db, project.id)) {
    const isDone = mayTouch(input.actor, 'app', name) && (await changeOne(ctx, input, name, change))
    if (isDone) result.succeeded_apps.push(name)
    else result.failed_apps.push(name)
  }
  return result
}

async function changeOne(
  ctx: Context,
  { actor, transact }: BulkInput,
  name: string,
  change: DesiredChange,
): Promise<boolean> {
  try {
    await transact(`apps/${name}`, async (trx) => change(trx, ctx, await findApp(trx, name), eventActor(actor)))
    ctx.loops.wake('apps', name)
    return true
  } catch (error) {
    if (!(error instanceof ApiError))
      ctx.log.error({ err: error, app: name }, 'a member of a project could not be changed')
    return false
  }
}
