// SQL of an app's secrets: sealed values by name.
import { notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { AppSecretRow } from '../../store/tables.ts'

export async function listSecretRows(db: Db | Trx, app: string): Promise<AppSecretRow[]> {
  return db.selectFrom('app_secrets').selectAll().where('app', '=', app).orderBy('name').execute()
}

export async function listSecretRowsOf(db: Db | Trx, apps: readonly string[]): Promise<Map<string, AppSecretRow[]>> {
  if (apps.length === 0) return new Map()
  const rows = await db.selectFrom('app_secrets').selectAll().where('app', 'in', apps).execute()
  return Map.groupBy(rows, ({ app }) => app)
}

export async function saveSecret(trx: Trx, row: AppSecretRow): Promise<void> {
  await trx
    .insertInto('app_secrets')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['app', 'name'])
        .doUpdateSet({ value_sealed: row.value_sealed, locked: row.locked, updated_at: row.updated_at }),
    )
    .execute()
}

export async function setSecretLock(trx: Trx, app: string, name: string, isLocked: boolean): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('app_secrets')
    .set({ locked: isLocked ? 1 : 0 })
    .where('app', '=', app)
    .where('name', '=', name)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('secret', name)
}

export async function deleteSecret(trx: Trx, app: string, name: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('app_secrets')
    .where('app', '=', app)
    .where('name', '=', name)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('secret', name)
}

export function secretPlace(app: string, name: string) {
  return { table: 'app_secrets', row: `${app}/${name}`, column: 'value_sealed' }
}
