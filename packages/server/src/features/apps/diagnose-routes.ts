// How an app is, why, and what to do: for a person at night and for programs that ask on their behalf. Spec 4.2.
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

export const appDiagnose: Handler<'appDiagnose'> = async ({ db }, { params }) => {
  const app = await findApp(db, params.name)
  const deploy = await getNewestDeploy(db, app.name)
  const ready = (await listConditions(db, appSubject(app.name))).find(({ type }) => type === 'Ready')
  const failure = deploy?.outcome === 'failed' ? deploy.failure : null
  const state = app.isSuspended
    ? 'stopped'
    : deploy?.outcome === 'in_progress'
      ? 'working'
      : !deploy
        ? 'never_deployed'
        : ready?.status === 'true'
          ? 'healthy'
          : 'failing'
  const summary = [ready?.message, failure ? `The last deploy failed: ${failure.cause} ${failure.next}` : undefined]
    .filter(Boolean)
    .join('. ')
  return {
    app: app.name,
    state,
    summary: summary || 'nothing was seen of it yet',
    deploy: deploy ? viewDeploy(deploy) : null,
    failure,
  }
}

export const appFailureContext: Handler<'appFailureContext'> = async (ctx, { params, signal }) => {
  const app = await findApp(ctx.db, params.name)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(10_000)])
  const containers = await ctx.engine.listContainers(
    { [labels.instance]: ctx.instanceId, [labels.app]: app.name },
    limit,
  )
  const [newest] = containers.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  if (!newest) throw notFound('container of app', app.name)
  const lines: string[] = []
  let total = 0
  const most = ctx.settings.APP_FAILURE_CONTEXT_LINES
  const secrets = secretValues(ctx, app)
  for await (const { line } of ctx.engine.logs(newest.id, { tail: 10_000 }, limit)) {
    total++
    lines.push(redact(line, secrets))
    if (lines.length > most) lines.shift()
  }
  return { app: app.name, container: newest.name, lines, total_available: total }
}

function secretValues(ctx: Pick<Context, 'box'>, app: StoredApp): string[] {
  return Object.values(openSecrets(ctx, runningEnvPlace(app.name), app.runningEnvSealed))
}
