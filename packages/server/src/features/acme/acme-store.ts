// SQL of accounts at certificate authorities and of orders under way there.
import type { Db, Trx } from '../../store/store.ts'
import type { AcmeAccountRow, AcmeOrderRow } from '../../store/tables.ts'

export async function getAccount(db: Db | Trx, directoryUrl: string): Promise<AcmeAccountRow | undefined> {
  return db.selectFrom('acme_accounts').selectAll().where('directory_url', '=', directoryUrl).executeTakeFirst()
}

/** One account for each authority: whoever comes second takes that of the first. */
export async function keepAccountKey(trx: Trx, row: AcmeAccountRow): Promise<AcmeAccountRow> {
  await trx
    .insertInto('acme_accounts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('acme_accounts')
    .selectAll()
    .where('directory_url', '=', row.directory_url)
    .executeTakeFirstOrThrow()
}

export async function setAccountUrl(trx: Trx, directoryUrl: string, accountUrl: string | null): Promise<void> {
  await trx
    .updateTable('acme_accounts')
    .set({ account_url: accountUrl })
    .where('directory_url', '=', directoryUrl)
    .execute()
}

/** Only those that are named change. */
export type OrderChanges = { [Column in Exclude<keyof AcmeOrderRow, 'host' | 'updated_at'>]?: AcmeOrderRow[Column] }

export async function saveOrder(trx: Trx, host: string, now: string, changes: OrderChanges): Promise<void> {
  const row: AcmeOrderRow = {
    host,
    directory_url: '',
    ...atRest,
    ...changes,
    updated_at: now,
  }
  await trx
    .insertInto('acme_orders')
    .values(row)
    .onConflict((conflict) => conflict.column('host').doUpdateSet({ ...changes, updated_at: now }))
    .execute()
}

/** What an order leaves behind when it is over. */
export const noOrder = { order_url: null, key_sealed: null, token: null, answer: null } as const

/** All is well, and nothing is under way. */
export const atRest = {
  ...noOrder,
  wanted_now: 0,
  failures: 0,
  dns_waits: 0,
  message: null,
  next_attempt_at: null,
} as const

export async function deleteOrder(trx: Trx, host: string): Promise<void> {
  await trx.deleteFrom('acme_orders').where('host', '=', host).execute()
}
