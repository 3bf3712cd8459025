// Rotation of the signing key: publish the new one first, then sign with it; the old one stays published for a day.
import { defineWorkflow } from '../../background/workflow.ts'
import { boxFor, type Context } from '../../context.ts'
import { activateSigningKey, insertSigningKey } from './signing-key-store.ts'

const keepOldMs = 24 * 3_600_000

export interface Rotation {
  keyId: string
}

export const rotateSigningKey = defineWorkflow<Context, Rotation>('rotate-signing-key', [
  {
    name: 'publish',
    timeout: '30s',
    async run(ctx, state) {
      await insertSigningKey(ctx.db, ctx.clock, boxFor(ctx, 'a signing key'), state.keyId, 'next')
      return state
    },
    async undo({ db }, { keyId }) {
      await db.deleteFrom('signing_keys').where('id', '=', keyId).where('state', '=', 'next').execute()
    },
  },
  {
    name: 'activate',
    timeout: '30s',
    async run({ db, clock }, state) {
      await db.transaction().execute((trx) => activateSigningKey(trx, clock, state.keyId, keepOldMs))
      return state
    },
  },
])
