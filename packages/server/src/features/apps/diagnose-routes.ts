// How an app is, why, and what to do: for a person at night and for programs that ask on their behalf. Spec 4.2.
import type { Failure } from '@levelrail/contract/schemas/deploys.ts'
import type { Context, Handler } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { redact } from '../../lib/redact.ts'
import { viewDeploy } from '../deploys/deploy.ts'
import { getNewestDeploy } from '../deploys/deploy-view.ts'
import { listConditions } from '../system/conditions.ts'
import { appSubject, type StoredApp } from './app.ts'
import { labels } from './app-containers.ts'
import { openSecrets, runningEnvPlace } from './app-env.ts'
import { findApp } from './app-view.ts'
import { askEngine } from './ask-engine.ts'

const mostLinesRead = 10_000

export const appDiagnose: Handler<'appDiagnose'> = async ({ db }, { params }) => {
  const app = await findApp(db, params.name)
  const deploy = await getNewestDeploy(db, app.name)
  const ready = (await listConditions(db, appSubject(app.name))).find(({ type }) => type === 'Ready')
  const isHeld = deploy?.outcome === 'blocked'
  const failure = deploy?.outcome === 'failed' || isHeld ? deploy.failure : null
  const state = app.isSuspended
    ? 'stopped'
    : deploy?.outcome === 'in_progress'
      ? 'working'
      : !deploy || (isHeld && !app.running)
        ? 'never_deployed'
        : ready?.status === 'true'
          ? 'healthy'
          : 'failing'
  const summary = [ready?.message, tellFailure(failure, isHeld)].filter(Boolean).join('. ')
  return {
    app: app.name,
    state,
    summary: summary || 'nothing was seen of it yet',
    deploy: deploy ? viewDeploy(deploy) : null,
    failure,
  }
}

function tellFailure(failure: Failure | null, isHeld: boolean): string | undefined {
  if (!failure) return undefined
  return `${isHeld ? '' : 'The last deploy failed: '}${failure.cause} ${failure.next}`
}

export const appFailureContext: Handler<'appFailureContext'> = async (ctx, { params, signal }) => {
  const app = await findApp(ctx.db, params.name)
  const most = ctx.settings.APP_FAILURE_CONTEXT_LINES
  return askEngine(ctx, signal, async (engine, limit) => {
    const containers = await engine.listContainers({ [labels.instance]: ctx.instanceId, [labels.app]: app.name }, limit)
    const [newest] = containers.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    if (!newest) throw notFound('container of app', app.name)
    const lines: string[] = []
    let total = 0
    for await (const { line } of engine.logs(newest.id, { tail: mostLinesRead }, limit)) {
      total++
      lines.push(line)
      if (lines.length > most) lines.shift()
    }
    // Redacted as one text: a secret may go over several lines.
    const shown = lines.length > 0 ? redact(lines.join('\n'), secretValues(ctx, app)).split('\n') : []
    return { app: app.name, container: newest.name, lines: shown, total_available: total }
  })
}

function secretValues(ctx: Pick<Context, 'box'>, app: StoredApp): string[] {
  return Object.values(openSecrets(ctx, runningEnvPlace(app.name), app.runningEnvSealed))
}
