import { expect, test } from 'vitest'
import { nextRestartAt, readyCondition } from './app-condition.ts'
import type { ObservedApp, SeenReplica } from './app-plan.ts'

const now = new Date('2030-01-01T00:00:00Z')
const target = { deployId: 'd1', hash: 'h', replicas: 1, stopsFirst: false, isRolling: false, resources: '{}' }
const replica: SeenReplica = {
  ...{ id: 'c', name: 'c', number: 0, deployId: 'd1', hash: 'h', resources: '{}', attempt: 1 },
  ...{ state: 'running', isReady: true, unreadyMs: 0, endedWithEngine: false, restartAt: 0 },
}
const seen = (changes: Partial<ObservedApp>): ObservedApp => ({
  ...{ app: 'web', isWanted: true, isDeleting: false, running: { ...target, phase: 'done' }, candidate: null },
  ...{ replicas: [replica], freeAddresses: [], lostReplicas: [], unreachableSince: null, patienceMs: 0 },
  ...{ lookEveryMs: null, namePrefix: 'web', firstFailure: null, ...changes },
})
const waiting = { ...replica, state: 'stopped' as const, isReady: false, restartAt: now.getTime() + 5000 }

test.each<[string, Partial<ObservedApp>, string]>([
  ['serving', {}, 'Serving'],
  ['never deployed', { running: null, replicas: [] }, 'NeverDeployed'],
  ['failed at first', { running: null, replicas: [], firstFailure: 'No such image.' }, 'FirstDeployFailed'],
  ['waiting for its next try', { replicas: [waiting] }, 'CrashLoopBackOff'],
  ['stopped', { isWanted: false }, 'Stopped'],
])('an app that is %s says so', (_, changes, reason) => {
  expect(readyCondition(seen(changes), now).reason).toBe(reason)
})

test('why the first deploy failed is in the message', () => {
  const { message } = readyCondition(seen({ running: null, replicas: [], firstFailure: 'No such image.' }), now)
  expect(message).toBe('nothing runs yet, because the deploy failed: No such image.')
})

test('the next try is told only while one waits', () => {
  const later = { ...waiting, restartAt: waiting.restartAt + 1000 }
  expect(nextRestartAt(seen({ replicas: [later, waiting] }), now)).toBe('2030-01-01T00:00:05.000Z')
  expect(nextRestartAt(seen({}), now)).toBeNull()
  expect(nextRestartAt(seen({ replicas: [waiting], isWanted: false }), now)).toBeNull()
})
