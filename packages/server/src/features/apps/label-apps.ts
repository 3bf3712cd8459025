// Files apps under projects and environments, and takes the labels away. What runs is not touched.
import type { Trx } from '../../store/store.ts'
import { readApp, type StoredApp } from './app.ts'

export type AppLabel = 'project_id' | 'environment_id'

export async function labelApp(
  trx: Trx,
  name: string,
  labels: Partial<Record<AppLabel, string>>,
  now: string,
): Promise<StoredApp> {
  const changes = { ...labels, updated_at: now }
  return readApp(
    await trx.updateTable('apps').set(changes).where('name', '=', name).returningAll().executeTakeFirstOrThrow(),
  )
}

/** For labels that go. */
export async function unlabelApps(trx: Trx, label: AppLabel, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('apps')
    .set({ [label]: '' })
    .where(label, 'in', ids)
    .execute()
}
