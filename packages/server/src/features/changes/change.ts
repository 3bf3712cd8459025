// Who hears of which change. Pure.
import { isAllowed } from '@levelrail/contract/ability.ts'
import type { Change } from '../../background/change-feed.ts'
import { mayTouch, type SignedIn } from '../../http/actor.ts'

const forEverybody = [
  'node',
  'workflow',
  'organization',
  'project',
  'environment',
  'shared-env',
  'registry-credential',
  'freeze-window',
  'approval-rule',
  'certificate',
  'ingress-setting',
]

/** Apps and databases by policy, what everybody sees for everybody, people and credentials for who manages them. */
export function mayHear(actor: SignedIn, { kind, name }: Change): boolean {
  if (kind === 'app' || kind === 'database') return mayTouch(actor, kind, name)
  if (kind === 'requests') return mayTouch(actor, 'app', name)
  return forEverybody.includes(kind) || isAllowed(actor.abilities, 'root')
}

/** What the actor may do, or whether they may at all, is to be asked again. */
export function isOfCredential(actor: SignedIn, { kind, name }: Change): boolean {
  if (kind === 'user') return name === actor.user.id
  return actor.kind === 'session'
    ? kind === 'session' && name === actor.sessionId
    : kind === 'token' && name === actor.tokenId
}
