import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { expect, test } from 'vitest'
import { appText, stateWord } from './app-text.ts'
import { painter } from './colors.ts'
import { deployText } from './deploy-text.ts'

const now = new Date('2026-06-15T12:00:00Z')
const paint = painter(false)
const since = '2026-06-15T11:00:00Z'

const deploy: Deploy = {
  ...{ id: 'd2', app: 'web', image: 'web:2', digest: null, source: 'manual', rollback_to: null, outcome: 'failed' },
  phases: [
    { name: 'queued', started_at: since, finished_at: '2026-06-15T11:00:00.040Z' },
    { name: 'pulling', started_at: '2026-06-15T11:00:00.040Z', finished_at: '2026-06-15T11:00:02.540Z' },
  ],
  ...{ note: 'second try', by: 'ada@example.com', started_at: since, finished_at: '2026-06-15T11:00:02.540Z' },
  failure: {
    ...{ code: 'image_pull_failed', cause: 'The image is not there.', next: 'Correct its name.', retryable: false },
    log_excerpt: 'pulling web:2\nnot\x1b[31m found\n',
  },
}
const app: App = {
  ...{ name: 'web', image: 'web:2', port: 80, env: { COLOR: 'red' }, secret_env: [{ name: 'KEY', required: true }] },
  ...{ command: [], entrypoint: [], pull_policy: 'missing', labels: {}, strategy: 'blue-green', replicas: 2 },
  resources: { memory: '1Gi', cpu: '0.5', swap: null, cpuset: null },
  health: { readiness: null, liveness: null },
  volumes: [{ name: 'data', path: '/data' }],
  ...{ host_port: null, bind_address: 'private', domains: [], registry_credential_id: '', storage_target_id: '' },
  ...{
    hooks: { pre_deploy: null, post_deploy: null },
    egress_policy: 'open',
    auto_rollback: false,
    exec_enabled: false,
  },
  ...{
    log_drain: null,
    deploy_in_progress_id: null,
    latest_deploy: null,
    running_image: 'web:1',
    running_digest: 'sha256:1',
  },
  ...{ next_restart_at: null, effective_strategy: 'blue-green' },
  ...{ node_id: 'n1', project_id: '', environment_id: '', suspended: false, restart_nonce: '' },
  conditions: [{ type: 'Ready', status: 'false', reason: 'NotReady', message: '1 of 2 replicas are ready', since }],
  ...{ current_deploy_id: 'd1', pending: ['image', 'env'], created_at: since, updated_at: since },
}

test('a failed deploy tells what became of it, why, what to do and what took how long', () => {
  expect(deployText(deploy, now, paint)).toBe(
    [
      'Deploy d2 of web is failed, after 2.5 s',
      '',
      'Cause      The image is not there. (image_pull_failed)',
      'Next       Correct its name.',
      'Try again  not before something has changed',
      'Last lines:',
      '  pulling web:2',
      '  not\uFFFD[31m found',
      '',
      'Image      web:2',
      'Source     manual',
      'Asked for  1h ago by ada@example.com',
      'Note       second try',
      '',
      'PHASE     TOOK',
      'queued   40 ms',
      'pulling  2.5 s',
      '',
    ].join('\n'),
  )
})

test('an app tells its state first, then what waits to be applied, then its settings', () => {
  const current: Deploy = { ...deploy, id: 'd1', outcome: 'healthy', image: 'web:1' }
  const lines = appText(app, { current, newest: deploy }, now, paint).split('\n')
  expect(lines.slice(0, 2)).toEqual([
    'Ready is false (NotReady, since 1h ago): 1 of 2 replicas are ready',
    'image, env differ from what runs; deploy or restart to apply: levelrail apps deploy web',
  ])
  expect(lines).toEqual(
    expect.arrayContaining([
      'Limits          memory 1Gi, cpu 0.5',
      'Secrets         KEY (required)',
      'Current deploy  d1, healthy, web:1, 1h ago by ada@example.com',
      'Newest deploy   d2, failed, web:2, 1h ago by ada@example.com',
    ]),
  )
})

test.each([
  [[], 'not seen yet'],
  [app.conditions, 'NotReady'],
  [[{ ...app.conditions[0], status: 'true' }], 'ready'],
])('the state of %j is one word', (conditions, word) => {
  expect(stateWord({ conditions: conditions as App['conditions'] })).toBe(word)
})
