// Clones an environment with its variables and apps in one transaction: all of it, or nothing. Spec 2.6.
import type { ClonedEnvironment, EnvironmentClone } from '@levelrail/contract/schemas/clones.ts'
import type { Environment } from '@levelrail/contract/schemas/projects.ts'
import type { Context } from '../../context.ts'
import { badRequest, conflict, forbidden } from '../../errors.ts'
import { mayTouch, type SignedIn } from '../../http/actor.ts'
import { isoNow } from '../../lib/clock.ts'
import { failpoint } from '../../lib/failpoint.ts'
import type { Trx } from '../../store/store.ts'
import type { StoredApp } from '../apps/app.ts'
import { listAppsOfEnvironment, takenNames } from '../apps/app-view.ts'
import { copySharedEnv } from '../env/copy-shared-env.ts'
import { addEnvironment } from '../projects/add-environment.ts'
import { findEnvironment, isEnvironmentName } from '../projects/project-view.ts'
import { checkedDomains, cloneApp, refuseOutside } from './clone-app.ts'
import { cloneNameProblem, derivedName } from './clone-name.ts'

interface Planned {
  source: StoredApp
  name: string
  domains: string[]
}

export async function cloneEnvironment(
  trx: Trx,
  ctx: Pick<Context, 'clock' | 'nodeId' | 'box'>,
  actor: SignedIn,
  { sourceId, newId, wish }: { sourceId: string; newId: string; wish: EnvironmentClone },
): Promise<ClonedEnvironment> {
  const source = await findEnvironment(trx, sourceId)
  const environment = { ...source, id: newId, name: wish.new_environment_name, created_at: isoNow(ctx.clock) }
  const planned = planApps(actor, await listAppsOfEnvironment(trx, source.id), wish)
  await refuseTaken(trx, environment, planned)
  const isWithSecretValues = wish.copy_secret_values === true
  await addEnvironment(trx, environment)
  const waiting = await copySharedEnv(trx, ctx, source.id, newId, isWithSecretValues)
  await failpoint('clone.environment-recorded')
  const apps: ClonedEnvironment['apps'] = []
  for (const { source: app, name, domains } of planned) {
    const place = { projectId: app.projectId, environmentId: newId }
    const secrets = await cloneApp(trx, ctx, actor, app, { name, ...place, domains, isWithSecretValues })
    apps.push({ source_app: app.name, name, secrets_without_value: secrets })
  }
  return { ...environment, apps, secrets_without_value: waiting }
}

/** Every app of the environment with the name and domains of its clone. */
function planApps(actor: SignedIn, sources: StoredApp[], wish: EnvironmentClone): Planned[] {
  if (sources.some(({ name }) => !mayTouch(actor, 'app', name)))
    throw forbidden(
      'the environment has apps that your policy leaves out: somebody who may touch them all can clone it',
    )
  const overrides = (wish.apps ?? []).map((override, at) => ({ ...override, field: `apps[${at}]` }))
  for (const [at, { source_app: app, field }] of overrides.entries()) {
    if (!sources.some(({ name }) => name === app))
      throw badRequest(`${field}.source_app: the environment has no app ${JSON.stringify(app)}`)
    if (overrides.findIndex((other) => other.source_app === app) !== at)
      throw badRequest(`${field}.source_app: ${JSON.stringify(app)} is there twice`)
  }
  return sources.map((source) => {
    const override = overrides.find(({ source_app: app }) => app === source.name)
    const derived = derivedName(source.name, wish.new_environment_name)
    const name = override?.new_name ?? derived
    const field =
      override?.new_name === undefined ? `apps: ${JSON.stringify(source.name)}` : `${override.field}.new_name`
    const problem = cloneNameProblem(name, derived)
    if (problem) throw badRequest(`${field}: ${problem}`)
    refuseOutside(actor, field, name)
    return { source, name, domains: checkedDomains(`${override?.field}.domains`, override?.domains) }
  })
}

/** All collisions at once, so that nobody has to find them one by one. */
async function refuseTaken(trx: Trx, { project_id, name }: Environment, planned: Planned[]): Promise<void> {
  if (await isEnvironmentName(trx, project_id, name))
    throw conflict(
      `the project already has an environment ${JSON.stringify(name)}: choose another new_environment_name`,
    )
  const names = planned.map((each) => each.name)
  const taken = await takenNames(trx, names)
  const colliding = names.filter((each, at) => taken.has(each) || names.indexOf(each) !== at)
  if (colliding.length === 0) return
  const list = [...new Set(colliding)].map((each) => JSON.stringify(each)).join(', ')
  throw conflict(`there is already an app with this name: ${list}; give another new_name in apps`)
}
