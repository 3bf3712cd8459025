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

test('an app shows all that it has, and what runs', () => {
  const full: App = {
    ...app,
    ...{ host_port: 9000, bind_address: 'public', domains: ['a.example', 'b.example/x'], egress_policy: 'internal' },
    ...{ effective_strategy: 'recreate', pull_policy: 'always', auto_rollback: true, exec_enabled: true },
    ...{ entrypoint: ['/run'], command: ['serve', '--all'], labels: { team: 'a' }, registry_credential_id: 'reg_1' },
    health: {
      readiness: {
        type: 'http',
        path: '/up',
        port: 81,
        interval: '3s',
        timeout: '1s',
        failures: 2,
        start_period: '1m',
      },
      liveness: { type: 'command', command: ['test', '-f', '/ok'] },
    },
    hooks: { pre_deploy: { command: ['bin/migrate'], timeout: '5m' }, post_deploy: { command: ['warm', 'up'] } },
    ...{ deploy_in_progress_id: 'd3', next_restart_at: '2026-06-15T12:00:40Z' },
    ...{ project_id: 'prj_1', environment_id: 'env_1', log_drain: { url: 'https://logs.example/(hidden)' } },
  }
  const lines = appText(full, { current: undefined, newest: undefined }, now, paint).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'Running         web:1 (sha256:1)',
      'Pull            always',
      'Entry point     /run',
      'Command         serve --all',
      'Host port       9000, public',
      'Domains         a.example, b.example/x',
      'Egress          internal',
      'Strategy        blue-green; the next deploy goes by recreate',
      'Readiness       http /up, port 81, every 3s, timeout 1s, 2 failures, start period 1m',
      'Liveness        command test -f /ok',
      'Before deploys  bin/migrate, timeout 5m',
      'After deploys   warm up',
      'Rolls back      by itself',
      'Commands        allowed in its containers',
      'Labels          team=a',
      'Credential      reg_1',
      'Log drain       https://logs.example/(hidden)',
      'Project         prj_1',
      'Environment     env_1',
      'Node            n1',
      'Deploying       d3',
      'Next restart    in 40s',
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
