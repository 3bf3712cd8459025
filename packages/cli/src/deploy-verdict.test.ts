import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { expect, test } from 'vitest'
import { deployFailure, previousHealthy } from './deploy-verdict.ts'

const deploy = (id: string, outcome: Deploy['outcome'], more: Partial<Deploy> = {}): Deploy => ({
  ...{ id, app: 'web', image: 'web:1', digest: 'sha256:1', source: 'manual', rollback_to: null, outcome, phases: [] },
  ...{ note: '', by: 'ada@example.com', started_at: '2026-01-01T00:00:00Z', finished_at: null, ...more },
})
const failure = {
  ...{
    code: 'oom_killed',
    cause: 'It used too much memory.',
    next: 'Give it more.',
    log_excerpt: '',
    retryable: false,
  },
}

test.each([
  ['failed', { failure }, 'deploy d1 of web failed: It used too much memory. Give it more.'],
  ['failed', {}, 'deploy d1 of web failed'],
  ['canceled', {}, 'deploy d1 of web was canceled'],
  ['superseded', {}, 'deploy d1 of web was superseded by a newer one'],
  ['blocked', {}, 'deploy d1 of web is blocked: it is held'],
  ['blocked', { failure }, 'deploy d1 of web is blocked: It used too much memory. Give it more.'],
] as const)('%s is no success', (outcome, more, message) => {
  expect(deployFailure(deploy('d1', outcome, more))).toMatchObject({ ending: 'deployFailed', message })
})

test.each(['healthy', 'in_progress'] as const)('%s is no failure', (outcome) => {
  expect(deployFailure(deploy('d1', outcome))).toBeUndefined()
})

const history = [
  deploy('d6', 'failed'),
  deploy('d5', 'healthy'),
  deploy('d4', 'canceled'),
  deploy('d3', 'healthy', { digest: null }),
  deploy('d2', 'healthy'),
  deploy('d1', 'healthy'),
]

test.each([
  ['the one before the current one', 'd5', 'd2'],
  ['the newest, where nothing serves', null, 'd5'],
  ['none before the first', 'd1', undefined],
  ['none while the current one is not seen', 'd0', undefined],
])('a rollback goes to %s', (_, current, expected) => {
  expect(previousHealthy(history, current)?.id).toBe(expected)
})
