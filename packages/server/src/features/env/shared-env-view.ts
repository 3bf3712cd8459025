// Reads of shared variables that other features need too, and the place that a shared secret opens in.
import type { Place } from '../../lib/secret-box.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { EnvValue } from './env-value.ts'

export type SharedValues = ReadonlyMap<string, EnvValue>

/** The variables of each owner by name; one that has none is not there, nor a secret that waits for its value. */
export async function readSharedValues(
  db: Db | Trx,
  ownerIds: readonly string[],
): Promise<Map<string, Map<string, EnvValue>>> {
  const wanted = [...new Set(ownerIds)].filter((id) => id !== '')
  if (wanted.length === 0) return new Map()
  const rows = await db.selectFrom('shared_variables').selectAll().where('owner_id', 'in', wanted).execute()
  const byOwner = new Map<string, Map<string, EnvValue>>()
  for (const { owner_id, key, value, value_sealed } of rows) {
    if (value === null && value_sealed === null) continue
    const values = byOwner.get(owner_id) ?? new Map<string, EnvValue>()
    byOwner.set(owner_id, values)
    values.set(
      key,
      value_sealed === null
        ? { plain: value ?? '' }
        : { sealed: value_sealed, place: sharedSecretPlace(owner_id, key) },
    )
  }
  return byOwner
}

/** Names alone, in order. */
export async function readSharedKeys(db: Db | Trx, ownerId: string): Promise<{ plain: string[]; secret: string[] }> {
  const rows = await db
    .selectFrom('shared_variables')
    .select(['key', 'value'])
    .where('owner_id', '=', ownerId)
    .orderBy('key')
    .execute()
  const keysOf = (isSecret: boolean) => rows.filter(({ value }) => (value === null) === isSecret).map(({ key }) => key)
  return { plain: keysOf(false), secret: keysOf(true) }
}

export function sharedSecretPlace(ownerId: string, key: string): Place {
  return { table: 'shared_variables', row: `${ownerId}/${key}`, column: 'value_sealed' }
}
