// Reads of what is under way with certificate authorities, for the ingress and for whoever shows certificates.
import type { Challenge } from '../../drivers/ingress/ingress.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { AcmeOrderRow } from '../../store/tables.ts'

export async function listOrders(db: Db | Trx): Promise<AcmeOrderRow[]> {
  return db.selectFrom('acme_orders').selectAll().orderBy('host').execute()
}

export async function getOrder(db: Db | Trx, host: string): Promise<AcmeOrderRow | undefined> {
  return db.selectFrom('acme_orders').selectAll().where('host', '=', host).executeTakeFirst()
}

/** What the proxy answers to certificate authorities now. */
export async function listChallenges(db: Db | Trx): Promise<Challenge[]> {
  const rows = await db
    .selectFrom('acme_orders')
    .select(['token', 'answer'])
    .where('token', 'is not', null)
    .orderBy('host')
    .execute()
  return rows.flatMap(({ token, answer }) => (token === null || answer === null ? [] : [{ token, answer }]))
}
