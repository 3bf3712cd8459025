// Conditions: what was last seen to be so, with a reason in words and since when.
import type { Condition } from '@levelrail/contract/schemas/common.ts'
import type { Db, Trx } from '../../store/store.ts'

export type ObservedCondition = Omit<Condition, 'since'>

export async function listConditions(db: Db, subject: string): Promise<Condition[]> {
  const rows = await db.selectFrom('conditions').selectAll().where('subject', '=', subject).orderBy('type').execute()
  return rows.map(({ subject: _, ...row }) => ({ ...row, status: row.status as Condition['status'] }))
}

/** Conditions of many subjects in one read, by subject. */
export async function conditionsBySubject(db: Db, subjects: string[]): Promise<Map<string, Condition[]>> {
  const found = new Map<string, Condition[]>(subjects.map((subject) => [subject, []]))
  if (subjects.length === 0) return found
  const rows = await db.selectFrom('conditions').selectAll().where('subject', 'in', subjects).orderBy('type').execute()
  for (const { subject, ...row } of rows)
    found.get(subject)?.push({ ...row, status: row.status as Condition['status'] })
  return found
}

/** Conditions of one type, whosever they are, by subject. */
export async function conditionsOfType(db: Db, type: string): Promise<Map<string, Condition>> {
  const rows = await db.selectFrom('conditions').selectAll().where('type', '=', type).execute()
  return new Map(rows.map(({ subject, ...row }) => [subject, { ...row, status: row.status as Condition['status'] }]))
}

export async function saveCondition(db: Db | Trx, subject: string, condition: Condition): Promise<void> {
  await db
    .insertInto('conditions')
    .values({ subject, ...condition })
    .onConflict((conflict) => conflict.columns(['subject', 'type']).doUpdateSet(condition))
    .execute()
}

export async function removeCondition(db: Db, subject: string, type: string): Promise<void> {
  await db.deleteFrom('conditions').where('subject', '=', subject).where('type', '=', type).execute()
}

/** The condition to store, or undefined when what is stored says the same. `since` moves only with the status. */
export function changedCondition(
  stored: Condition | undefined,
  seen: ObservedCondition,
  now: Date,
): Condition | undefined {
  if (stored && stored.status === seen.status && stored.reason === seen.reason && stored.message === seen.message)
    return undefined
  return { ...seen, since: stored?.status === seen.status ? stored.since : now.toISOString() }
}
