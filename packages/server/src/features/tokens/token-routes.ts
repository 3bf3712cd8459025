// API tokens: made, listed and revoked by a signed-in person. Spec 5.
import { isAllowed } from '@levelrail/contract/ability.ts'
import type { Handler } from '../../context.ts'
import { forbidden } from '../../errors.ts'
import type { SessionActor } from '../../http/actor.ts'
import { isoAfter, isoNow } from '../../lib/clock.ts'
import { hashCredential, newCredential, newId } from '../../lib/ids.ts'
import type { TokenRow } from '../../store/tables.ts'
import { writePolicy } from '../users/user.ts'
import { insertToken, listTokens, revokeToken, viewToken } from './token-store.ts'

const dayMs = 86_400_000

export const tokenList: Handler<'tokenList'> = async ({ db }, { actor }) =>
  (await listTokens(db, ownerFilter(actor))).map(viewToken)

export const tokenCreate: Handler<'tokenCreate'> = async ({ clock }, { body, actor, transact }) => {
  const beyond = body.abilities.find((ability) => !isAllowed(actor.abilities, ability))
  if (beyond)
    throw forbidden(`your role ${actor.user.role} lacks the ability ${beyond}, so you cannot give it to a token`)
  const token = newCredential('lrt')
  const row: TokenRow = {
    id: newId('tok', clock.now()),
    token_hash: hashCredential(token),
    name: body.name.trim(),
    abilities: JSON.stringify(body.abilities),
    policy: writePolicy(body.policy),
    owner_id: actor.user.id,
    created_at: isoNow(clock),
    last_used_at: null,
    expires_at: body.expires_in_days === undefined ? null : isoAfter(clock, body.expires_in_days * dayMs),
    revoked_at: null,
  }
  await transact(`tokens/${row.id}`, (trx) => insertToken(trx, row))
  return { ...viewToken({ ...row, owner: actor.user.email }), token }
}

export const tokenRevoke: Handler<'tokenRevoke'> = async ({ clock }, { params, actor, transact }) => {
  await transact(`tokens/${params.id}`, (trx) => revokeToken(trx, params.id, ownerFilter(actor), isoNow(clock)))
}

function ownerFilter(actor: SessionActor): string | undefined {
  return isAllowed(actor.abilities, 'root') ? undefined : actor.user.id
}
