// The public key set and its rotation. Spec 4.1, 5.
import { startWorkflow, viewWorkflow } from '../../background/workflow.ts'
import { boxFor, type Handler } from '../../context.ts'
import { conflict } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { type Rotation, rotateSigningKey } from './rotate-workflow.ts'
import type { PublicJwk } from './signing-key.ts'
import { listSigningKeys } from './signing-key-store.ts'

export const jwksView: Handler<'jwksView'> = async ({ db, temporaryKey }) => {
  const stored = (await listSigningKeys(db)).map((row): PublicJwk => JSON.parse(row.public_jwk))
  return { keys: stored.length > 0 || !temporaryKey ? stored : [temporaryKey] }
}

export const signingKeyList: Handler<'signingKeyList'> = async ({ db }) =>
  (await listSigningKeys(db)).map(({ id, state, created_at, retire_at }) => ({
    id,
    state: state === 'active' || state === 'next' ? state : 'retiring',
    created_at,
    retire_at,
  }))

export const signingKeyRotate: Handler<'signingKeyRotate'> = async (ctx, { transact }) => {
  boxFor(ctx, 'a signing key')
  const state: Rotation = { keyId: newId('key', ctx.clock.now()) }
  const row = await transact(`signing-keys/${state.keyId}`, async (trx) => {
    const running = await trx
      .selectFrom('workflows')
      .select('id')
      .where('kind', '=', rotateSigningKey.kind)
      .where('status', '=', 'running')
      .executeTakeFirst()
    if (running) throw conflict(`a rotation is running already: workflow ${JSON.stringify(running.id)}`)
    return startWorkflow(trx, ctx.clock, rotateSigningKey.kind, state)
  })
  ctx.loops.wake('workflows', row.id)
  return viewWorkflow(row, [rotateSigningKey])
}
