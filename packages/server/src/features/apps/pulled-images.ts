// Which images our deploys brought to this machine, by the names that they gave them. What is not recorded here was
// brought by someone else and is never removed by us.
import type { Context } from '../../context.ts'
import { isoNow } from '../../lib/clock.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { PulledImageRow } from '../../store/tables.ts'
import { readApp } from './app.ts'

export async function recordPulledImage(
  trx: Trx,
  { clock, nodeId }: Pick<Context, 'clock' | 'nodeId'>,
  imageId: string,
  references: string[],
): Promise<void> {
  if (references.length === 0) return
  const pulled_at = isoNow(clock)
  await trx
    .insertInto('pulled_images')
    .values(references.map((reference) => ({ node_id: nodeId, image_id: imageId, reference, pulled_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listPulledImages(db: Db | Trx, nodeId: string): Promise<PulledImageRow[]> {
  return db.selectFrom('pulled_images').selectAll().where('node_id', '=', nodeId).orderBy('pulled_at').execute()
}

/** Of what apps should run now, so also of one whose containers are all gone for a moment. */
export async function listRunningImages(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('apps').selectAll().execute()
  return rows.flatMap((row) => readApp(row).running?.imageId ?? [])
}

export async function forgetPulledImage(db: Db | Trx, nodeId: string, imageId: string): Promise<void> {
  await db.deleteFrom('pulled_images').where('node_id', '=', nodeId).where('image_id', '=', imageId).execute()
}
