// One app as routes answer it, with how it is and what of it does not run yet.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Db } from '../../store/store.ts'
import { listConditions } from '../system/conditions.ts'
import { appSubject, type StoredApp, viewApp } from './app.ts'
import { appsWithPendingEnv } from './app-env.ts'

export async function showApp(db: Db, app: StoredApp): Promise<App> {
  const [conditions, pendingEnv] = await Promise.all([
    listConditions(db, appSubject(app.name)),
    appsWithPendingEnv(db, [app]),
  ])
  return viewApp(app, conditions, pendingEnv.has(app.name))
}
