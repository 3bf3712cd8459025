// SQL of the rules of apps.
import type { Db, Trx } from '../../store/store.ts'
import type { AppRulesRow } from '../../store/tables.ts'

export async function getRules(db: Db | Trx, app: string): Promise<AppRulesRow | undefined> {
  return db.selectFrom('app_rules').selectAll().where('app', '=', app).executeTakeFirst()
}

export async function listRules(db: Db): Promise<AppRulesRow[]> {
  return db.selectFrom('app_rules').selectAll().execute()
}

export async function saveRules(trx: Trx, row: AppRulesRow): Promise<void> {
  const { app: _, ...fields } = row
  await trx
    .insertInto('app_rules')
    .values(row)
    .onConflict((conflict) => conflict.column('app').doUpdateSet(fields))
    .execute()
}
