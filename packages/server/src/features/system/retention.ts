// Removes what has had its time: sessions, sign-ins that wait, tokens, audit rows, retired keys, finished work.
import { defineLoop } from '../../background/loop.ts'
import type { Context } from '../../context.ts'
import { deleteAuditBefore } from '../audit/audit-store.ts'
import { deleteRetiredKeys } from '../signing-keys/signing-key-store.ts'

type Action =
  | { kind: 'sessions' | 'challenges' | 'signing-keys'; endedBefore: string }
  | { kind: 'tokens' | 'workflows'; endedBefore: string }
  | { kind: 'audit'; isRefused: boolean; endedBefore: string }

export interface Keeping {
  auditMs: number
  refusedMs: number
}

const dayMs = 86_400_000
const finishedKeptMs = 30 * dayMs

export const retentionLoop = defineLoop<Context, Keeping, Action>({
  name: 'retention',
  what: 'remove sessions, tokens, audit rows, keys and finished work that have had their time',
  every: '1h',
  where: 'leader',
  keys: async () => ['all'],
  observe: async ({ settings }) => ({
    auditMs: settings.APP_AUDIT_RETENTION,
    refusedMs: settings.APP_AUDIT_REFUSED_RETENTION,
  }),
  plan: planRetention,
  act: removeEnded,
})

/** A retention of 0 keeps for ever. */
export function planRetention({ auditMs, refusedMs }: Keeping, now: Date): Action[] {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const actions: Action[] = [
    { kind: 'sessions', endedBefore: ago(0) },
    { kind: 'challenges', endedBefore: ago(0) },
    { kind: 'signing-keys', endedBefore: ago(0) },
    { kind: 'tokens', endedBefore: ago(finishedKeptMs) },
    { kind: 'workflows', endedBefore: ago(finishedKeptMs) },
  ]
  if (auditMs > 0) actions.push({ kind: 'audit', isRefused: false, endedBefore: ago(auditMs) })
  if (refusedMs > 0) actions.push({ kind: 'audit', isRefused: true, endedBefore: ago(refusedMs) })
  return actions
}

async function removeEnded({ db }: Context, action: Action): Promise<void> {
  const { endedBefore } = action
  switch (action.kind) {
    case 'sessions':
      await db.deleteFrom('sessions').where('expires_at', '<', endedBefore).execute()
      return
    case 'challenges':
      await db.deleteFrom('mfa_challenges').where('expires_at', '<', endedBefore).execute()
      return
    case 'signing-keys':
      return deleteRetiredKeys(db, endedBefore)
    case 'tokens':
      await db
        .deleteFrom('tokens')
        .where((row) => row.or([row('revoked_at', '<', endedBefore), row('expires_at', '<', endedBefore)]))
        .execute()
      return
    case 'workflows':
      await db.deleteFrom('workflows').where('status', '!=', 'running').where('finished_at', '<', endedBefore).execute()
      return
    case 'audit':
      await deleteAuditBefore(db, endedBefore, action.isRefused)
  }
}
