// Apps: records, desired state, secrets. Spec 4.2; a handler writes the wish and wakes the loop.
import type { AppReplace } from '@levelrail/contract/schemas/apps.ts'
import { boxFor, type Context, type Handler } from '../../context.ts'
import { badRequest, conflict } from '../../errors.ts'
import { mayTouch, type SignedIn } from '../../http/actor.ts'
import { isoNow } from '../../lib/clock.ts'
import { Secret } from '../../lib/secret.ts'
import type { Trx } from '../../store/store.ts'
import { startDeploy } from '../deploys/start-deploy.ts'
import { type EventActor, eventActor, recordEvent } from '../events/record-event.ts'
import { conditionsBySubject } from '../system/conditions.ts'
import { appSubject, type StoredApp, viewApp } from './app.ts'
import { labels } from './app-containers.ts'
import { readAppCursor, writeAppCursor } from './app-cursor.ts'
import { appsWithPendingEnv } from './app-env.ts'
import { appNameProblem } from './app-name.ts'
import { deleteSecret, listSecretRows, saveSecret, secretPlace } from './app-secret-store.ts'
import { changedFields, checkSpec, emptySpec, mergeSpec } from './app-spec.ts'
import { insertApp, listApps, updateApp } from './app-store.ts'
import { findApp, listAppNames } from './app-view.ts'
import { askEngine } from './ask-engine.ts'
import { type DesiredChange, newNonce, restartApp, startApp, stopApp } from './change-desired.ts'
import { listReplicas } from './replica-store.ts'
import { showApp } from './show-app.ts'

export const appList: Handler<'appList'> = async ({ db }, { query, actor, request, answer }) => {
  const limit = query.limit ?? 50
  const sort = query.sort ?? 'name'
  const found = await listApps(db, {
    search: query.search,
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
  const conditions = await conditionsBySubject(
    db,
    allowed.map(({ name }) => appSubject(name)),
  )
  const pendingEnv = await appsWithPendingEnv(db, allowed)
  return allowed.map((app) => viewApp(app, conditions.get(appSubject(app.name)) ?? [], pendingEnv.has(app.name)))
}

export const appCreate: Handler<'appCreate'> = async (ctx, { body, actor, transact }) => {
  const { name, deploy: wantsDeploy = true, ...fields } = body
  const problem = appNameProblem(name)
  if (problem) throw badRequest(problem)
  const spec = mergeSpec(emptySpec, fields)
  checkSpec(spec)
  await transact(`apps/${name}`, async (trx) => {
    await insertApp(trx, { name, spec, nodeId: ctx.nodeId, now: isoNow(ctx.clock), nonce: newNonce() })
    await recordEvent(trx, ctx, { app: name, kind: 'created', title: 'App created', actor: eventActor(actor) })
    if (spec.image !== '' && wantsDeploy)
      await startDeploy(trx, ctx, await findApp(trx, name), {
        source: actor.kind === 'token' ? 'api' : 'manual',
        by: actor.user.email,
        actor: eventActor(actor),
      })
  })
  ctx.loops.wake('apps', name)
  return showApp(ctx.db, await findApp(ctx.db, name))
}

export const appView: Handler<'appView'> = async (ctx, { params }) =>
  showApp(ctx.db, await findApp(ctx.db, params.name))

export const appUpdate: Handler<'appUpdate'> = async (ctx, { params, body, actor, transact }) =>
  saveSpec(ctx, params.name, eventActor(actor), transact, (app) => mergeSpec(app.spec, body))

export const appReplace: Handler<'appReplace'> = async (ctx, { params, body, actor, transact }) =>
  saveSpec(ctx, params.name, eventActor(actor), transact, (app) => {
    refuseChangedFields(app, body)
    return mergeSpec(emptySpec, body)
  })

export const appDelete: Handler<'appDelete'> = async (ctx, { params, transact }) => {
  await transact(`apps/${params.name}`, async (trx) => {
    await findApp(trx, params.name)
    await updateApp(trx, params.name, { deleting: 1 })
  })
  ctx.loops.wake('apps', params.name)
}

export const appStop: Handler<'appStop'> = (ctx, input) => setDesired(ctx, input, stopApp)
export const appStart: Handler<'appStart'> = (ctx, input) => setDesired(ctx, input, startApp)
export const appRestart: Handler<'appRestart'> = (ctx, input) => setDesired(ctx, input, restartApp)

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

export const appSecretList: Handler<'appSecretList'> = async ({ db }, { params }) => {
  const app = await findApp(db, params.name)
  const rows = await listSecretRows(db, app.name)
  const names = [...new Set([...app.spec.secret_env.map(({ name }) => name), ...rows.map(({ name }) => name)])].sort()
  return names.map((name) => {
    const row = rows.find((each) => each.name === name)
    const isRequired = app.spec.secret_env.some((secret) => secret.name === name && secret.required)
    return {
      name,
      set: row !== undefined,
      required: isRequired,
      locked: row?.locked === 1,
      updated_at: row?.updated_at ?? null,
    }
  })
}

export const appSecretSet: Handler<'appSecretSet'> = async (ctx, { params, body, actor, transact }) => {
  const box = boxFor(ctx, 'a secret of an app')
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,254}$/.test(params.key))
    throw badRequest(
      `${JSON.stringify(params.key)} is not a variable name: letters, digits and _, not beginning with a digit`,
    )
  await transact(`apps/${params.name}/secrets/${params.key}`, async (trx) => {
    const app = await findApp(trx, params.name)
    const known = (await listSecretRows(trx, app.name)).find(({ name }) => name === params.key)
    if (known?.locked === 1 && !body.overwrite_locked)
      throw conflict(`secret ${JSON.stringify(params.key)} is locked: send overwrite_locked: true to change it`)
    const value_sealed = box.seal(secretPlace(app.name, params.key), new Secret(body.value))
    await saveSecret(trx, {
      app: app.name,
      name: params.key,
      value_sealed,
      locked: (body.locked ?? known?.locked === 1) ? 1 : 0,
      updated_at: isoNow(ctx.clock),
    })
    await declareSecret(trx, app, params.key)
    const isLocked = body.locked === true && known?.locked !== 1
    const kind = isLocked ? 'secret_locked' : 'secret_set'
    const title = `Secret ${params.key} ${isLocked ? 'set and locked' : 'set'}`
    await recordEvent(trx, ctx, {
      app: app.name,
      kind,
      title,
      detail: { name: params.key },
      actor: eventActor(actor),
    })
  })
}

export const appSecretDelete: Handler<'appSecretDelete'> = async (ctx, { params, actor, transact }) => {
  await transact(`apps/${params.name}/secrets/${params.key}`, async (trx) => {
    const app = await findApp(trx, params.name)
    await deleteSecret(trx, app.name, params.key)
    await recordEvent(trx, ctx, {
      app: app.name,
      kind: 'secret_removed',
      title: `Secret ${params.key} removed`,
      detail: { name: params.key },
      actor: eventActor(actor),
    })
  })
}

type Transact = <T>(resource: string, write: (trx: Trx) => Promise<T>) => Promise<T>

async function saveSpec(
  ctx: Context,
  name: string,
  actor: EventActor,
  transact: Transact,
  change: (app: StoredApp) => StoredApp['spec'],
) {
  const app = await transact(`apps/${name}`, async (trx) => {
    const before = await findApp(trx, name)
    const spec = change(before)
    checkSpec(spec)
    await tellChanges(trx, ctx, before, spec, actor)
    return updateApp(trx, name, { spec: JSON.stringify(spec), updated_at: isoNow(ctx.clock) })
  })
  // Replicas and limits act at once; the rest waits and is shown as pending.
  ctx.loops.wake('apps', name)
  return showApp(ctx.db, app)
}

/** Which fields, never their values; the number of replicas is no secret and is what people look for. */
async function tellChanges(
  trx: Trx,
  ctx: Context,
  { name, spec: before }: StoredApp,
  spec: StoredApp['spec'],
  actor: EventActor,
): Promise<void> {
  const fields = changedFields(before, spec).filter((field) => field !== 'replicas')
  if (fields.length > 0)
    await recordEvent(trx, ctx, {
      app: name,
      kind: 'changed',
      title: `Changed ${fields.join(', ')}`,
      detail: { fields },
      actor,
    })
  if (before.replicas !== spec.replicas)
    await recordEvent(trx, ctx, {
      app: name,
      kind: 'scaled',
      title: `Scaled from ${before.replicas} to ${spec.replicas}`,
      detail: { from: before.replicas, to: spec.replicas },
      actor,
    })
}

async function setDesired(
  ctx: Context,
  { params: { name }, actor, transact }: { params: { name: string }; actor: SignedIn; transact: Transact },
  change: DesiredChange,
) {
  const app = await transact(`apps/${name}`, async (trx) =>
    change(trx, ctx, await findApp(trx, name), eventActor(actor)),
  )
  ctx.loops.wake('apps', name)
  return showApp(ctx.db, app)
}

/** A secret that is set is meant for the app, so it is declared with it. */
async function declareSecret(trx: Trx, app: StoredApp, name: string): Promise<void> {
  if (app.spec.secret_env.some((secret) => secret.name === name)) return
  const spec = { ...app.spec, secret_env: [...app.spec.secret_env, { name, required: false }] }
  await updateApp(trx, app.name, { spec: JSON.stringify(spec) })
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
