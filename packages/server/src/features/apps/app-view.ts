// Reads of apps that other features need too.
import { notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { AppRow } from '../../store/tables.ts'
import { readApp, type StoredApp } from './app.ts'

export async function getApp(db: Db | Trx, name: string): Promise<StoredApp | undefined> {
  const row = await getAppRow(db, name)
  return row && readApp(row)
}

export async function getAppRow(db: Db | Trx, name: string): Promise<AppRow | undefined> {
  return db.selectFrom('apps').selectAll().where('name', '=', name).executeTakeFirst()
}

/** One that is being removed is gone for whoever asks. */
export async function findApp(db: Db | Trx, name: string): Promise<StoredApp> {
  const app = await getApp(db, name)
  if (!app || app.isDeleting) throw notFound('app', name)
  return app
}

export async function listAppNames(db: Db): Promise<string[]> {
  return (await db.selectFrom('apps').select('name').execute()).map(({ name }) => name)
}

export async function listAllApps(db: Db): Promise<StoredApp[]> {
  return (await listAppRows(db)).map(readApp)
}

export async function listAppRows(db: Db): Promise<AppRow[]> {
  return db.selectFrom('apps').selectAll().execute()
}

/** By name. */
export async function listAppsOfProject(db: Db, projectId: string): Promise<StoredApp[]> {
  const rows = db.selectFrom('apps').selectAll().where('project_id', '=', projectId).where('deleting', '=', 0)
  return (await rows.orderBy('name').execute()).map(readApp)
}

/** By name. */
export async function listAppsOfEnvironment(db: Db | Trx, environmentId: string): Promise<StoredApp[]> {
  const rows = db.selectFrom('apps').selectAll().where('environment_id', '=', environmentId).where('deleting', '=', 0)
  return (await rows.orderBy('name').execute()).map(readApp)
}

/** Those of the names that apps have, also ones that are being removed. */
export async function takenNames(db: Db | Trx, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db.selectFrom('apps').select('name').where('name', 'in', names).execute()
  return new Set(rows.map(({ name }) => name))
}
