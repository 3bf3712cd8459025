// Apps as a caller may see them: the record with what is known beside it, in a few reads however many they are.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Context } from '../../context.ts'
import type { SignedIn } from '../../http/actor.ts'
import { deploysInProgress, latestDeploys } from '../deploys/deploy-view.ts'
import { conditionsBySubject } from '../system/conditions.ts'
import { appSubject, type StoredApp, viewApp } from './app.ts'
import { appsWithPendingEnv } from './app-env.ts'
import { showDrain } from './keep-drain.ts'

type Needs = Pick<Context, 'db' | 'box'>

export async function showApp(ctx: Needs, actor: SignedIn, app: StoredApp): Promise<App> {
  const [shown] = await showApps(ctx, actor, [app])
  if (!shown) throw new Error('one app in, one app out')
  return shown
}

export async function showApps(ctx: Needs, actor: SignedIn, apps: StoredApp[]): Promise<App[]> {
  const names = apps.map(({ name }) => name)
  const [conditions, deploys, latest, pendingEnv] = await Promise.all([
    conditionsBySubject(ctx.db, names.map(appSubject)),
    deploysInProgress(ctx.db, names),
    latestDeploys(ctx.db, names),
    appsWithPendingEnv(ctx.db, apps),
  ])
  return apps.map((app) =>
    viewApp(app, {
      conditions: conditions.get(appSubject(app.name)) ?? [],
      deployInProgressId: deploys.get(app.name) ?? null,
      latestDeploy: latest.get(app.name) ?? null,
      logDrain: showDrain(ctx, actor, app),
      isEnvPending: pendingEnv.has(app.name),
    }),
  )
}
