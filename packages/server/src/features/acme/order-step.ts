// What an order needs next, by how it was seen. Pure.
import type { AcmeOrder } from '../../drivers/acme/acme.ts'

export type OrderStep =
  | { kind: 'answer'; token: string; answer: string }
  | { kind: 'wait' }
  | { kind: 'finalize' }
  | { kind: 'download' }
  | { kind: 'fail'; reason: string }

/** What the authority was told already: some call a challenge pending, or an order ready, until they have looked. */
export interface Said {
  isAnswered: boolean
  isFinalized: boolean
}

export function nextStep({ status, challenge, error }: AcmeOrder, { isAnswered, isFinalized }: Said): OrderStep {
  if (status === 'valid') return { kind: 'download' }
  if (status === 'ready') return { kind: isFinalized ? 'wait' : 'finalize' }
  if (status === 'processing') return { kind: 'wait' }
  if (status === 'invalid' || challenge?.status === 'invalid')
    return { kind: 'fail', reason: error || 'the order became invalid, without a reason' }
  if (!challenge) return { kind: 'fail', reason: 'it offers no challenge over HTTP (http-01)' }
  if (challenge.status !== 'pending' || isAnswered) return { kind: 'wait' }
  return { kind: 'answer', token: challenge.token, answer: challenge.answer }
}
