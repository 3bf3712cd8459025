// SQL of log drains: how far each has sent, and what there is to look after.
import type { Db, Trx } from '../../store/store.ts'

/** One place for all containers of an app, so that it is written as a whole. */
const allContainers = '*'

export async function getDrainCursor(db: Db, app: string): Promise<string | undefined> {
  const row = await db.selectFrom('log_drain_cursors').select('sent_until').where('app', '=', app).executeTakeFirst()
  return row?.sent_until
}

export async function saveDrainCursor(trx: Trx, app: string, cursor: string): Promise<void> {
  await trx
    .insertInto('log_drain_cursors')
    .values({ app, container: allContainers, sent_until: cursor })
    .onConflict((conflict) => conflict.columns(['app', 'container']).doUpdateSet({ sent_until: cursor }))
    .execute()
}

/** What is known of a drain that is no more. */
export async function forgetDrain(trx: Trx, app: string): Promise<void> {
  await trx.deleteFrom('log_drain_cursors').where('app', '=', app).execute()
  await trx.deleteFrom('conditions').where('subject', '=', `app:${app}`).where('type', '=', 'LogDrain').execute()
}

/** Apps with a drain, and apps of which something of a former one is left. */
export async function listDrainApps(db: Db): Promise<string[]> {
  const drained = await db.selectFrom('apps').select('name').where('log_drain_sealed', 'is not', null).execute()
  const left = await db.selectFrom('log_drain_cursors').select('app').execute()
  const told = await db.selectFrom('conditions').select('subject').where('type', '=', 'LogDrain').execute()
  const names = [...drained.map(({ name }) => name), ...left.map(({ app }) => app)]
  return [...new Set([...names, ...told.map(({ subject }) => subject.slice('app:'.length))])]
}
