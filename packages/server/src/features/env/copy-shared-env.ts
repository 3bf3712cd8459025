// Copies the variables that one owner shares to another. A secret is sealed anew for its new place, or copied as a name
// that waits for its value.
import { type Context, moveSeal } from '../../context.ts'
import type { Trx } from '../../store/store.ts'
import type { SharedVariableRow } from '../../store/tables.ts'
import { insertSharedVariables, listSharedVariables } from './shared-env-store.ts'
import { sharedSecretPlace } from './shared-env-view.ts'

/** Answers the names of secrets that wait for a value. */
export async function copySharedEnv(
  trx: Trx,
  ctx: Pick<Context, 'box'>,
  from: string,
  to: string,
  isWithSecretValues: boolean,
): Promise<string[]> {
  const copies = (await listSharedVariables(trx, from)).map((row): SharedVariableRow => {
    const { key, value_sealed: sealed } = row
    if (sealed === null || !isWithSecretValues) return { ...row, owner_id: to, value_sealed: null }
    const places = [sharedSecretPlace(from, key), sharedSecretPlace(to, key)] as const
    return {
      ...row,
      owner_id: to,
      value_sealed: moveSeal(ctx, `shared secret ${JSON.stringify(key)}`, sealed, ...places),
    }
  })
  await insertSharedVariables(trx, copies)
  return copies.filter(({ value, value_sealed }) => value === null && value_sealed === null).map(({ key }) => key)
}
