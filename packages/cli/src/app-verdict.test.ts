import { expect, test } from 'vitest'
import { type Diagnosis, waitVerdict } from './app-verdict.ts'

const deploy = (outcome: NonNullable<Diagnosis['deploy']>['outcome']): Diagnosis['deploy'] => ({
  ...{ id: 'd1', app: 'web', image: 'web:1', digest: null, source: 'manual', rollback_to: null, outcome, phases: [] },
  ...{ note: '', by: 'ada@example.com', started_at: '2026-01-01T00:00:00Z', finished_at: null },
})
const diagnosis = (state: Diagnosis['state'], newest: Diagnosis['deploy']): Diagnosis => ({
  ...{ app: 'web', state, summary: '', deploy: newest, failure: null },
})
const failed = expect.objectContaining({ ending: 'appFailed' })

test.each([
  ['healthy', deploy('healthy'), 'well'],
  ['working', deploy('in_progress'), 'wait'],
  ['failing', deploy('healthy'), 'wait'],
  ['failing', deploy('failed'), failed],
  ['healthy', deploy('failed'), failed],
  ['healthy', deploy('canceled'), failed],
  ['stopped', deploy('healthy'), failed],
  ['never_deployed', null, failed],
] as const)('an app that is %s: %j', (state, newest, verdict) => {
  expect(waitVerdict(diagnosis(state, newest))).toEqual(verdict)
})
