// Apps: records and desired state. Spec 4.2; a handler writes the wish and wakes the loop.
import type { AppReplace, AppSpec, LogDrain } from '@levelrail/contract/schemas/apps.ts'
import type { AppDomain } from '@levelrail/contract/schemas/domains.ts'
import type { Context, Handler } from '../../context.ts'
import { badRequest, forbidden } from '../../errors.ts'
import { mayTouch, refusal, type SignedIn } from '../../http/actor.ts'
import { isoNow } from '../../lib/clock.ts'
import type { Trx } from '../../store/store.ts'
import { startDeploy } from '../deploys/start-deploy.ts'
import { eventActor, recordEvent } from '../events/record-event.ts'
import { refuseUnknownNode } from '../nodes/node-view.ts'
import { checkTarget, targetEnvironment } from '../projects/project-view.ts'
import { conditionsBySubject } from '../system/conditions.ts'
import { appSubject, type StoredApp } from './app.ts'
import { labels } from './app-containers.ts'
import { readAppCursor, writeAppCursor } from './app-cursor.ts'
import { claimDomains, releaseDomains, saveDomainOptions } from './app-domain-store.ts'
import { mergeEnv } from './app-env.ts'
import { appNameProblem } from './app-name.ts'
import { checkSpec, emptySpec, mergeSpec } from './app-spec.ts'
import { listApps, updateApp } from './app-store.ts'
import { findApp, listAppNames } from './app-view.ts'
import { askEngine } from './ask-engine.ts'
import { type DesiredChange, restartApp, startApp, stopApp } from './change-desired.ts'
import { checkReferences } from './check-references.ts'
import { checkOptions } from './domain-options.ts'
import { listDomainsOfApp } from './domain-view.ts'
import { changedDrain } from './keep-drain.ts'
import { recordApp } from './record-app.ts'
import { listReplicas } from './replica-store.ts'
import { showApp, showApps } from './show-app.ts'
import { tellChanges } from './tell-changes.ts'

export const appList: Handler<'appList'> = async (ctx, { query, actor, request, answer }) => {
  const limit = query.limit ?? 50
  const sort = query.sort ?? 'name'
  const found = await listApps(ctx.db, {
    search: query.search,
    projectId: query.project_id === 'none' ? '' : query.project_id,
    environmentId: query.environment_id === 'none' ? '' : query.environment_id,
    sort,
    limit,
    after: query.before ? readAppCursor(query.before) : undefined,
  })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  if (found.length > limit && last) {
    const url = new URL(request.url, request.origin)
    url.searchParams.set('before', writeAppCursor(last, sort))
    answer.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  const allowed = shown.filter(({ name, isDeleting }) => !isDeleting && mayTouch(actor, 'app', name))
  return showApps(ctx, actor, allowed)
}

export const appCreate: Handler<'appCreate'> = async (ctx, { body, actor, transact }) => {
  const { name, deploy: wantsDeploy = true, confirm = false, log_drain: drain = null, ...rest } = body
  const { project_id: projectId = '', environment_id: environmentId = '', ...fields } = rest
  const problem = appNameProblem(name)
  if (problem) throw badRequest(problem)
  const spec = mergeSpec(emptySpec, fields)
  checkSpec(spec)
  refuseExec(actor, emptySpec, spec)
  await transact(`apps/${name}`, async (trx) => {
    await checkTarget(trx, 'project_id', 'project', projectId)
    if (environmentId !== '') await targetEnvironment(trx, 'environment_id', environmentId, projectId)
    await checkReferences(trx, emptySpec, spec)
    const logDrainSealed = changedDrain(ctx, actor, { name, logDrainSealed: null }, drain) ?? null
    await recordApp(trx, ctx, actor, { name, spec, logDrainSealed, projectId, environmentId })
    if (spec.image !== '' && wantsDeploy)
      await startDeploy(trx, ctx, await findApp(trx, name), {
        source: actor.kind === 'token' ? 'api' : 'manual',
        by: actor.user.email,
        actor: eventActor(actor),
        confirm,
      })
  })
  ctx.loops.wake('apps', name)
  // Its first deploy may have to wait for somebody.
  if (wantsDeploy) ctx.loops.wake('held-deploys', 'all')
  if (drain) ctx.loops.wake('log-drains', name)
  return showApp(ctx, actor, await findApp(ctx.db, name))
}

export const appView: Handler<'appView'> = async (ctx, { params, actor }) =>
  showApp(ctx, actor, await findApp(ctx.db, params.name))

export const appUpdate: Handler<'appUpdate'> = async (ctx, input) =>
  saveRecord(ctx, input, (app) => ({ spec: mergeSpec(app.spec, input.body), drain: input.body.log_drain }))

export const appReplace: Handler<'appReplace'> = async (ctx, input) =>
  saveRecord(ctx, input, (app) => {
    refuseChangedFields(app, input.body)
    return { spec: mergeSpec(emptySpec, input.body), drain: input.body.log_drain }
  })

export const appEnvUpdate: Handler<'appEnvUpdate'> = async (ctx, input) =>
  saveRecord(ctx, input, (app) => {
    const env = mergeEnv(app.spec.env, input.body)
    return { spec: { ...app.spec, env }, drain: undefined }
  })

export const appLogDrainSet: Handler<'appLogDrainSet'> = async (ctx, input) =>
  saveRecord(ctx, input, (app) => ({ spec: app.spec, drain: input.body }))

export const appLogDrainDelete: Handler<'appLogDrainDelete'> = async (ctx, input) => {
  await saveRecord(ctx, input, (app) => ({ spec: app.spec, drain: null }))
}

export const appDomainList: Handler<'appDomainList'> = async ({ db }, { params }) => {
  const { name, spec } = await findApp(db, params.name)
  return listDomainsOfApp(db, name, spec.domains)
}

export const appDomainSet: Handler<'appDomainSet'> = async (ctx, input) => {
  const list = checkOptions(input.body)
  if (!list.ok) throw badRequest(`domains: ${list.reason}`)
  const domains = list.value.map(({ domain }) => domain)
  const { name } = await saveRecord(ctx, input, (app) => ({
    spec: { ...app.spec, domains },
    drain: undefined,
    domains: list.value,
  }))
  return listDomainsOfApp(ctx.db, name, domains)
}

export const appDelete: Handler<'appDelete'> = async (ctx, { params, transact }) => {
  await transact(`apps/${params.name}`, async (trx) => {
    await findApp(trx, params.name)
    await updateApp(trx, params.name, { deleting: 1 })
    // Somebody else may want them at once; the containers need them no more.
    await releaseDomains(trx, params.name)
  })
  ctx.loops.wake('apps', params.name)
}

export const appStop: Handler<'appStop'> = (ctx, input) => setDesired(ctx, input, stopApp)
export const appStart: Handler<'appStart'> = (ctx, input) => setDesired(ctx, input, startApp)
export const appRestart: Handler<'appRestart'> = (ctx, input) => setDesired(ctx, input, restartApp)

/** Where it runs changes when a container is next created. */
export const appPlace: Handler<'appPlace'> = async (ctx, { params, body, actor, transact }) => {
  const app = await transact(`apps/${params.name}/node`, async (trx) => {
    const before = await findApp(trx, params.name)
    await refuseUnknownNode(trx, body.node_id)
    if (before.nodeId === body.node_id) return before
    const event = { app: before.name, kind: 'node_moved' as const, title: `Moved to node ${body.node_id}` }
    await recordEvent(trx, ctx, { ...event, detail: { ...body, from: before.nodeId }, actor: eventActor(actor) })
    return updateApp(trx, before.name, { ...body, updated_at: isoNow(ctx.clock) })
  })
  return showApp(ctx, actor, app)
}

export const appReplicas: Handler<'appReplicas'> = async (ctx, { params, signal }) => {
  const app = await findApp(ctx.db, params.name)
  const mine = { [labels.instance]: ctx.instanceId, [labels.app]: app.name }
  const containers = await askEngine(ctx, signal, (engine, limit) => engine.listContainers(mine, limit))
  const rows = await listReplicas(ctx.db, app.name)
  return containers.map(({ name, state, labels: marks }) => {
    const row = rows.find(({ container }) => container === name)
    return {
      number: Number(marks[labels.replica] ?? 0),
      deploy_id: marks[labels.deploy] ?? '',
      container: name,
      state,
      ready: state === 'running' && row?.ready === 1,
      address: row?.address ?? '',
    }
  })
}

export const appsSummary: Handler<'appsSummary'> = async ({ db }, { actor }) => {
  const names = (await listAppNames(db)).filter((name) => mayTouch(actor, 'app', name))
  const counts = { total: names.length, ready: 0, working: 0, failing: 0, stopped: 0 }
  const conditions = await conditionsBySubject(db, names.map(appSubject))
  for (const name of names) {
    const ready = conditions.get(appSubject(name))?.find(({ type }) => type === 'Ready')
    if (ready?.status === 'true') counts.ready++
    else if (ready?.reason === 'Stopped' || ready?.reason === 'NeverDeployed' || !ready) counts.stopped++
    else if (ready.reason === 'Deploying' || ready.reason === 'NotReady') counts.working++
    else counts.failing++
  }
  return counts
}

interface Writing {
  params: { name: string }
  actor: SignedIn
  transact: <T>(resource: string, write: (trx: Trx) => Promise<T>) => Promise<T>
}

interface Wished {
  spec: AppSpec
  /** Undefined leaves it as it is. */
  drain: LogDrain | null | undefined
  /** How its domains are served; those of before keep what they had without it. */
  domains?: AppDomain[]
}

async function saveRecord(ctx: Context, { params, actor, transact }: Writing, change: (app: StoredApp) => Wished) {
  let isDrainChanged = false
  const app = await transact(`apps/${params.name}`, async (trx) => {
    const before = await findApp(trx, params.name)
    const { spec, drain, domains } = change(before)
    checkSpec(spec)
    refuseExec(actor, before.spec, spec)
    await checkReferences(trx, before.spec, spec)
    await claimDomains(trx, actor, before.name, spec.domains)
    if (domains) await saveDomainOptions(trx, before.name, domains)
    const sealed = changedDrain(ctx, actor, before, drain)
    isDrainChanged = sealed !== undefined
    await tellChanges(trx, ctx, before, { spec, isDrainChanged }, eventActor(actor))
    return updateApp(trx, before.name, {
      spec: JSON.stringify(spec),
      ...(sealed === undefined ? {} : { log_drain_sealed: sealed }),
      updated_at: isoNow(ctx.clock),
    })
  })
  // Replicas and limits act at once; the rest waits and is shown as pending.
  ctx.loops.wake('apps', app.name)
  if (isDrainChanged) ctx.loops.wake('log-drains', app.name)
  return showApp(ctx, actor, app)
}

async function setDesired(ctx: Context, { params, actor, transact }: Writing, change: DesiredChange) {
  const app = await transact(`apps/${params.name}`, async (trx) =>
    change(trx, ctx, await findApp(trx, params.name), eventActor(actor)),
  )
  ctx.loops.wake('apps', app.name)
  return showApp(ctx, actor, app)
}

/** Whoever may run commands in containers sees their secrets, so only root lets it happen. Rulings 11. */
function refuseExec(actor: SignedIn, before: AppSpec, after: AppSpec): void {
  const reason = after.exec_enabled && !before.exec_enabled ? refusal(actor, 'root') : undefined
  if (reason) throw forbidden(`exec_enabled can be turned on by root only: ${reason}`)
}

/** Rulings 11: what has a route of its own is accepted unchanged, and refused when changed. */
function refuseChangedFields(app: StoredApp, body: AppReplace): void {
  const own: [string, unknown, unknown][] = [
    ['name', body.name, app.name],
    ['node_id', body.node_id, app.nodeId],
    ['project_id', body.project_id, app.projectId],
    ['environment_id', body.environment_id, app.environmentId],
    ['suspended', body.suspended, app.isSuspended],
    ['restart_nonce', body.restart_nonce, app.restartNonce],
  ]
  const changed = own.find(([, sent, stored]) => sent !== undefined && sent !== stored)
  if (changed) throw badRequest(`${changed[0]} cannot be changed here: it has a route of its own, or none`)
}
