// Approvals of a deploy: how many it needs, who may give them, and what became of it. Pure. Rulings 3, 16.
import type { ApprovalState, DeployApproval } from '@levelrail/contract/schemas/guards.ts'
import { parseDuration } from '../../lib/duration.ts'
import type { DeployRow } from '../../store/tables.ts'

export interface StoredVote {
  userId: string
  by: string
  decision: 'approved' | 'rejected'
  comment: string
  at: string
}

export interface StoredApproval {
  state: ApprovalState
  required: number
  /** Who asked, or whose token did; empty for nobody known. */
  authorId: string
  expiresAt: string
  votes: StoredVote[]
}

export interface Rule {
  required: number
  expiresAfter: string
}

/** Every rule holds: as many people as the strictest asks for, and no longer than the shortest allows. */
export function newApproval(rules: readonly Rule[], authorId: string, now: Date): StoredApproval | null {
  if (rules.length === 0) return null
  const required = Math.max(...rules.map((rule) => rule.required))
  const patience = Math.min(...rules.map((rule) => parseDuration(rule.expiresAfter) ?? 0))
  const expiresAt = new Date(now.getTime() + patience).toISOString()
  return { state: 'pending', required, authorId, expiresAt, votes: [] }
}

/** Why this person cannot decide, or null when they can. */
export function decisionRefusal(approval: StoredApproval, who: { kind: string; userId: string }): string | null {
  if (approval.state !== 'pending') return `the approval is over: it was ${approval.state}`
  if (who.kind !== 'session') return 'an API token cannot approve or reject: it needs a signed-in person'
  if (who.userId === approval.authorId) return 'somebody else has to decide: you asked for this deploy yourself'
  if (approval.votes.some(({ userId }) => userId === who.userId)) return 'you have decided already'
  return null
}

/** One rejection ends it; as many approvals as it needs grant it. */
export function withVote(approval: StoredApproval, vote: StoredVote): StoredApproval {
  const votes = [...approval.votes, vote]
  const isGranted = votes.filter(({ decision }) => decision === 'approved').length >= approval.required
  const state = vote.decision === 'rejected' ? 'rejected' : isGranted ? 'approved' : 'pending'
  return { ...approval, votes, state }
}

export function hasExpired(approval: StoredApproval | null, now: Date): boolean {
  return approval?.state === 'pending' && Date.parse(approval.expiresAt) <= now.getTime()
}

export function approvalColumns(approval: StoredApproval | null): Pick<DeployRow, 'approval' | 'approval_state'> {
  return { approval: approval && JSON.stringify(approval), approval_state: approval?.state ?? null }
}

export function viewApproval({ state, required, expiresAt, votes }: StoredApproval): DeployApproval {
  return { state, required, expires_at: expiresAt, votes: votes.map(({ userId: _, ...vote }) => vote) }
}
