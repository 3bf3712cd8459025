// Who sees what. The server decides; this only keeps people from pressing what would be refused.
import { type Ability, isAllowed } from '@levelrail/contract/ability.ts'
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Identity, Token } from '@levelrail/contract/schemas/auth.ts'
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import type { User } from '@levelrail/contract/schemas/users.ts'

export const can = {
  seePage: (who: Identity, needed: Ability | undefined) => needed === undefined || isAllowed(who.abilities, needed),
  editApps: (who: Identity) => isAllowed(who.abilities, 'write'),
  editProjects: (who: Identity) => isAllowed(who.abilities, 'write'),
  enableExec: (who: Identity) => isAllowed(who.abilities, 'root'),
  setSecrets: (who: Identity) => isAllowed(who.abilities, 'write:sensitive'),
  editRegistries: (who: Identity) => isAllowed(who.abilities, 'write:sensitive'),
  keepCertificates: (who: Identity) => isAllowed(who.abilities, 'root'),
  editIngress: (who: Identity) => isAllowed(who.abilities, 'root'),
  editFreezes: (who: Identity) => isAllowed(who.abilities, 'write'),
  setApprovalRules: (who: Identity) => isAllowed(who.abilities, 'root'),
  deploy: (who: Identity) => isAllowed(who.abilities, 'deploy'),
  cancel: (deploy: Deploy) => deploy.outcome === 'in_progress' || deploy.outcome === 'blocked',
  /** Only what was healthy once, and is not what runs. */
  rollBackTo: (deploy: Deploy, app: App) => deploy.outcome === 'healthy' && deploy.id !== app.current_deploy_id,
  cleanUp: (who: Identity) => isAllowed(who.abilities, 'root'),
  manageUsers: (who: Identity) => isAllowed(who.abilities, 'root'),
  giveAbility: (who: Identity, ability: Ability) => isAllowed(who.abilities, ability),
  removeUser: (who: Identity, user: User) => isAllowed(who.abilities, 'root') && who.user.id !== user.id,
  revokeToken: (who: Identity, token: Token) =>
    token.revoked_at === null && (token.owner_id === who.user.id || isAllowed(who.abilities, 'root')),
}
