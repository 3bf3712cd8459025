// Clones of apps and environments, and what they would be. Spec 2.6, 4.2, 4.3, rulings 12, 15.
import type { AppClone } from '@levelrail/contract/schemas/clones.ts'
import type { Context, Handler } from '../../context.ts'
import { badRequest } from '../../errors.ts'
import { mayTouch } from '../../http/actor.ts'
import { newId } from '../../lib/ids.ts'
import type { Trx } from '../../store/store.ts'
import type { StoredApp } from '../apps/app.ts'
import { findApp, listAppNames, listAppsOfEnvironment } from '../apps/app-view.ts'
import { showApp } from '../apps/show-app.ts'
import { readSharedKeys } from '../env/shared-env-view.ts'
import {
  checkTarget,
  findEnvironment,
  getEnvironment,
  isEnvironmentName,
  targetEnvironment,
} from '../projects/project-view.ts'
import { checkedDomains, cloneApp, refuseOutside, refuseSecretCopy } from './clone-app.ts'
import { cloneEnvironment } from './clone-environment.ts'
import { cloneNameProblem, copyName, derivedName } from './clone-name.ts'
import { previewClones } from './preview-clones.ts'

export const appClone: Handler<'appClone'> = async (ctx, { params, body, actor, transact }) => {
  const name = body.new_name
  const problem = cloneNameProblem(name, undefined)
  if (problem) throw badRequest(`new_name: ${problem}`)
  refuseOutside(actor, 'new_name', name)
  refuseSecretCopy(actor, body.copy_secret_values)
  const domains = checkedDomains('domains', body.domains)
  await transact(`apps/${name}`, async (trx) => {
    const source = await findApp(trx, params.name)
    const place = await placeOf(trx, source, body)
    const isWithSecretValues = body.copy_secret_values === true
    await cloneApp(trx, ctx, actor, source, { name, ...place, domains, isWithSecretValues })
  })
  wakeFor(ctx, [name])
  return showApp(ctx, actor, await findApp(ctx.db, name))
}

export const appClonePreview: Handler<'appClonePreview'> = async (ctx, { params, query }) => {
  const app = await findApp(ctx.db, params.name)
  const known = new Set(await listAppNames(ctx.db))
  const name = query.new_name ?? copyName(app.name, (each) => known.has(each))
  const [preview] = await previewClones(ctx, [{ app, name }])
  if (!preview) throw new Error('one app in, one preview out')
  return preview
}

export const environmentClone: Handler<'environmentClone'> = async (ctx, { params, body, actor, transact }) => {
  refuseSecretCopy(actor, body.copy_secret_values)
  const ids = { sourceId: params.id, newId: newId('env', ctx.clock.now()) }
  const cloned = await transact(`environments/${ids.newId}`, (trx) =>
    cloneEnvironment(trx, ctx, actor, { ...ids, wish: body }),
  )
  wakeFor(
    ctx,
    cloned.apps.map(({ name }) => name),
  )
  return cloned
}

export const environmentClonePreview: Handler<'environmentClonePreview'> = async (ctx, { params, query, actor }) => {
  const environment = await findEnvironment(ctx.db, params.id)
  const name = query.new_environment_name
  const all = await listAppsOfEnvironment(ctx.db, environment.id)
  const apps = all.filter((app) => mayTouch(actor, 'app', app.name))
  const isTaken = await isEnvironmentName(ctx.db, environment.project_id, name)
  const keys = await readSharedKeys(ctx.db, environment.id)
  const derived = (app: StoredApp) => derivedName(app.name, name)
  return {
    environment_id: environment.id,
    new_environment_name: name,
    name_problem: isTaken ? `the project already has an environment ${JSON.stringify(name)}` : null,
    protected: environment.protected,
    shared_env_keys: keys.plain,
    shared_secret_keys: keys.secret,
    apps: await previewClones(
      ctx,
      apps.map((app) => ({ app, name: derived(app), derived: derived(app) })),
    ),
    hidden_apps: all.length - apps.length,
  }
}

/** Where the source is unless told otherwise; the tag of an environment does not go along to another project. */
async function placeOf(trx: Trx, source: StoredApp, { project_id, environment_id }: AppClone) {
  const projectId = project_id ?? source.projectId
  if (project_id !== undefined) await checkTarget(trx, 'project_id', 'project', projectId)
  if (environment_id !== undefined) {
    if (environment_id !== '') await targetEnvironment(trx, 'environment_id', environment_id, projectId)
    return { projectId, environmentId: environment_id }
  }
  const isKept =
    projectId === source.projectId || (await getEnvironment(trx, source.environmentId))?.project_id === projectId
  return { projectId, environmentId: isKept ? source.environmentId : '' }
}

function wakeFor({ loops }: Pick<Context, 'loops'>, names: string[]): void {
  for (const name of names) {
    loops.wake('apps', name)
    loops.wake('log-drains', name)
  }
  loops.wake('tasks', 'all')
}
