// What an app gets from all layers of its environment, and what of it does not run yet. Spec 2.3, rulings 1.
import type { Handler } from '../../context.ts'
import { envChanges, snapshotOf, viewVariable } from '../env/env-value.ts'
import { readAppEnv } from './app-env.ts'
import { findApp } from './app-view.ts'

export const appEnvEffective: Handler<'appEnvEffective'> = async ({ db }, { params }) =>
  (await readAppEnv(db, await findApp(db, params.name))).map(viewVariable)

/** Nothing is pending where nothing runs. */
export const appEnvPending: Handler<'appEnvPending'> = async ({ db }, { params }) => {
  const app = await findApp(db, params.name)
  return app.running?.env ? envChanges(app.running.env, snapshotOf(await readAppEnv(db, app))) : []
}
