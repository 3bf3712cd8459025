import { expect, test } from 'vitest'
import type { AcmeOrder } from '../../drivers/acme/acme.ts'
import { nextStep } from './order-step.ts'

const challenge = (status: 'pending' | 'processing' | 'valid' | 'invalid') => ({ token: 't', answer: 't.x', status })
const base: AcmeOrder = { status: 'pending', challenge: challenge('pending'), error: '', retryAfterMs: 0 }

test.each<[string, Partial<AcmeOrder>, boolean, string]>([
  ['new', {}, false, 'answer'],
  ['answered, and not looked at yet', {}, true, 'wait'],
  ['being looked at', { challenge: challenge('processing') }, false, 'wait'],
  ['proven, and not ready yet', { challenge: challenge('valid') }, false, 'wait'],
  ['ready', { status: 'ready', challenge: challenge('valid') }, true, 'finalize'],
  ['being signed', { status: 'processing' }, true, 'wait'],
  ['signed', { status: 'valid' }, false, 'download'],
  ['refused', { status: 'invalid', error: 'no' }, false, 'fail'],
  ['refused at its challenge', { challenge: challenge('invalid'), error: 'no' }, true, 'fail'],
  ['without a challenge over HTTP', { challenge: undefined }, false, 'fail'],
])('an order that is %s', (_, more, isAnswered, kind) => {
  expect(nextStep({ ...base, ...more }, isAnswered).kind).toBe(kind)
})

test('the reason is that of the authority', () => {
  expect(nextStep({ ...base, status: 'invalid', error: 'CAA forbids it' }, false)).toMatchObject({
    reason: 'CAA forbids it',
  })
})
