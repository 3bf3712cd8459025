// Deploys: ask for one, follow it, cancel it, and see what became of it. Spec 3.1, 4.2.
import type { StreamEvent } from '@levelrail/contract/route.ts'
import type { Context, Handler } from '../../context.ts'
import { conflict } from '../../errors.ts'
import { mayTouch } from '../../http/actor.ts'
import { onePage, pageOf } from '../../http/paging.ts'
import { pause } from '../../lib/clock.ts'
import { findApp } from '../apps/app-view.ts'
import { eventActor } from '../events/record-event.ts'
import { auditOverride } from '../guards/tell-override.ts'
import { type StoredDeploy, viewDeploy } from './deploy.ts'
import { diffDeploys } from './deploy-diff.ts'
import { logDeploy, readDeployLog } from './deploy-log.ts'
import { listDeploys, setCanaryWeight } from './deploy-store.ts'
import { findDeploy, getDeploy } from './deploy-view.ts'
import { deploySide, rollbackSide, runningSide } from './preview-deploy.ts'
import { settleDeploy } from './settle-deploy.ts'
import { startDeploy, wakeForDeploy } from './start-deploy.ts'

const followEveryMs = 300
const linesAtOnce = 500
const cursorOf = ({ startedAt, id }: StoredDeploy) => ({ at: startedAt, id })

export const deployCreate: Handler<'deployCreate'> = async (ctx, { params, body, actor, request, transact }) => {
  const deploy = await transact(`apps/${params.name}/deploys`, async (trx) => {
    const app = await findApp(trx, params.name)
    const started = await startDeploy(trx, ctx, app, {
      ...body,
      source: actor.kind === 'token' ? 'api' : 'manual',
      by: actor.user.email,
      actor: eventActor(actor),
    })
    await auditOverride(trx, ctx, { actor, request }, started)
    return started
  })
  wakeForDeploy(ctx, deploy)
  return viewDeploy(deploy)
}

export const deployList: Handler<'deployList'> = async ({ db }, { params, query, request, answer }) => {
  await findApp(db, params.name)
  const page = pageOf(query)
  const rows = await listDeploys(db, { ...page, app: params.name })
  return onePage(rows, page, cursorOf, request, answer).map(viewDeploy)
}

export const deployView: Handler<'deployView'> = async ({ db }, { params }) => {
  await findApp(db, params.name)
  return viewDeploy(await findDeploy(db, params.name, params.deployId))
}

export const deployDiff: Handler<'deployDiff'> = async ({ db }, { params, query }) => {
  const app = await findApp(db, params.name)
  const deploy = await findDeploy(db, app.name, params.deployId)
  const before = query.from === undefined ? runningSide(app) : deploySide(await findDeploy(db, app.name, query.from))
  const isRollback = query.as !== undefined && query.as !== 'deploy'
  const after = isRollback ? await rollbackSide(db, app, deploy, query.as === 'rollback_with_env') : deploySide(deploy)
  return diffDeploys(before, after)
}

export const deployCancel: Handler<'deployCancel'> = async (ctx, { params, actor, transact }) => {
  const deploy = await transact(`apps/${params.name}/deploys/${params.deployId}`, async (trx) => {
    await findApp(trx, params.name)
    const found = await findDeploy(trx, params.name, params.deployId)
    if (!(await settleDeploy(trx, ctx, found.id, 'canceled', null, eventActor(actor))))
      throw conflict(`deploy ${JSON.stringify(found.id)} is over: it is ${found.outcome}`)
    return findDeploy(trx, params.name, found.id)
  })
  ctx.loops.wake('apps', params.name)
  return viewDeploy(deploy)
}

export const deployCanarySet: Handler<'deployCanarySet'> = async (ctx, { params, body, transact }) => {
  const deploy = await transact(`apps/${params.name}/deploys/${params.deployId}/canary`, async (trx) => {
    await findApp(trx, params.name)
    const found = await findDeploy(trx, params.name, params.deployId)
    const id = JSON.stringify(found.id)
    if (found.canaryWeight === null) throw conflict(`deploy ${id} is no canary: it gets all requests, or none`)
    // With all of them it goes on as any other deploy does.
    const isSet = await setCanaryWeight(trx, found.id, body.weight === 100 ? null : body.weight)
    if (!isSet) throw conflict(`deploy ${id} is over: it is ${found.outcome}`)
    await logDeploy(trx, ctx.clock, found.id, `--- canary: ${body.weight} % of the requests`)
    return findDeploy(trx, params.name, found.id)
  })
  ctx.loops.wake('apps', params.name)
  ctx.loops.wake('ingress', 'local')
  return viewDeploy(deploy)
}

export const deployLogs: Handler<'deployLogs'> = async (ctx, { params, signal }) => {
  await findApp(ctx.db, params.name)
  const deploy = await findDeploy(ctx.db, params.name, params.deployId)
  return followLog(ctx, deploy.id, signal)
}

export const deploymentList: Handler<'deploymentList'> = async ({ db }, { query, actor, request, answer }) => {
  const page = pageOf(query)
  const rows = await listDeploys(db, page)
  return onePage(rows, page, cursorOf, request, answer)
    .filter(({ app }) => mayTouch(actor, 'app', app))
    .map(viewDeploy)
}

export const deployFailedList: Handler<'deployFailedList'> = async ({ db }, { query, actor, request, answer }) => {
  const page = pageOf(query)
  const rows = await listDeploys(db, { ...page, outcome: 'failed' })
  return onePage(rows, page, cursorOf, request, answer)
    .filter(({ app }) => mayTouch(actor, 'app', app))
    .map(viewDeploy)
}

/** All lines there are, then new ones as they come; `end` tells the outcome and closes. */
async function* followLog(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  deployId: string,
  signal: AbortSignal,
): AsyncIterable<StreamEvent> {
  let seq = 0
  for (;;) {
    // Read before the lines, so that an end seen here has all its lines behind it.
    const deploy = await getDeploy(db, deployId)
    for (
      let lines = await readDeployLog(db, deployId, seq, linesAtOnce);
      lines.length > 0;
      lines = await readDeployLog(db, deployId, seq, linesAtOnce)
    ) {
      for (const line of lines) yield { event: 'line', id: String(line.seq), data: line }
      seq = lines.at(-1)?.seq ?? seq
    }
    if (deploy?.outcome !== 'in_progress') {
      yield { event: 'end', data: { outcome: deploy?.outcome ?? 'canceled' } }
      return
    }
    await pause(clock, followEveryMs, signal)
  }
}
