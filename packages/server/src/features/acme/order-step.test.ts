import { expect, test } from 'vitest'
import type { AcmeOrder } from '../../drivers/acme/acme.ts'
import { nextStep, type Said } from './order-step.ts'

const challenge = (status: 'pending' | 'processing' | 'valid' | 'invalid') => ({ token: 't', answer: 't.x', status })
const base: AcmeOrder = { status: 'pending', challenge: challenge('pending'), error: '', retryAfterMs: 0 }

const nothing = { isAnswered: false, isFinalized: false }
const answered = { ...nothing, isAnswered: true }

test.each<[string, Partial<AcmeOrder>, Said, string]>([
  ['new', {}, nothing, 'answer'],
  ['answered, and not looked at yet', {}, answered, 'wait'],
  ['being looked at', { challenge: challenge('processing') }, nothing, 'wait'],
  ['proven, and not ready yet', { challenge: challenge('valid') }, nothing, 'wait'],
  ['ready', { status: 'ready', challenge: challenge('valid') }, answered, 'finalize'],
  ['called ready still, and to be signed', { status: 'ready' }, { ...answered, isFinalized: true }, 'wait'],
  ['being signed', { status: 'processing' }, answered, 'wait'],
  ['signed', { status: 'valid' }, nothing, 'download'],
  ['refused', { status: 'invalid', error: 'no' }, nothing, 'fail'],
  ['refused at its challenge', { challenge: challenge('invalid'), error: 'no' }, answered, 'fail'],
  ['without a challenge over HTTP', { challenge: undefined }, nothing, 'fail'],
])('an order that is %s', (_, more, said, kind) => {
  expect(nextStep({ ...base, ...more }, said).kind).toBe(kind)
})

test('the reason is that of the authority', () => {
  expect(nextStep({ ...base, status: 'invalid', error: 'CAA forbids it' }, nothing)).toMatchObject({
    reason: 'CAA forbids it',
  })
})
