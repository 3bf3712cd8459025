// Removes audit rows that have had their time. Refused attempts have a shorter one.
import type { Db } from '../../store/store.ts'

export async function forgetAudit(db: Db, before: string, isRefused: boolean): Promise<void> {
  await db
    .deleteFrom('audit_log')
    .where('at', '<', before)
    .where('refused_key', isRefused ? 'is not' : 'is', null)
    .execute()
}
