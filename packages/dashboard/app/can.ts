// Who sees what. The server decides; this only keeps people from pressing what would be refused.
import { type Ability, isAllowed } from '@levelrail/contract/ability.ts'
import type { Identity, Token } from '@levelrail/contract/schemas/auth.ts'
import type { User } from '@levelrail/contract/schemas/users.ts'

export const can = {
  seePage: (who: Identity, needed: Ability | undefined) => needed === undefined || isAllowed(who.abilities, needed),
  manageUsers: (who: Identity) => isAllowed(who.abilities, 'root'),
  giveAbility: (who: Identity, ability: Ability) => isAllowed(who.abilities, ability),
  removeUser: (who: Identity, user: User) => isAllowed(who.abilities, 'root') && who.user.id !== user.id,
  revokeToken: (who: Identity, token: Token) =>
    token.revoked_at === null && (token.owner_id === who.user.id || isAllowed(who.abilities, 'root')),
}
