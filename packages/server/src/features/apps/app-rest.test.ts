// Which differences an app's mark shows: all from which the plan could come out another way.
import { expect, test } from 'vitest'
import type { AppLook } from './app-observe.ts'
import { markOf } from './app-rest.ts'
import { emptySpec } from './app-spec.ts'

const replica = { app: 'web', deploy_id: 'd1', resources: '{}', ready: 1, traffic: 'auto', port: 8080, network: null }
const look: AppLook = {
  row: {
    name: 'web',
    spec: JSON.stringify(emptySpec),
    running: JSON.stringify({ deployId: 'd1', digest: 'sha256:1', imageId: 'sha256:1', spec: emptySpec, nonce: 'n' }),
    running_env_sealed: null,
    current_deploy_id: 'd1',
    node_id: 'n1',
    project_id: 'default',
    environment_id: 'production',
    suspended: 0,
    deleting: 0,
    restart_nonce: 'n',
    log_drain_sealed: null,
    next_restart_at: null,
    auto_rollback_episode: null,
    created_at: '2030-01-01T00:00:00Z',
    updated_at: '2030-01-01T00:00:00Z',
  },
  replicas: [
    { ...replica, container: 'web-0', number: 0, address: '10.0.0.10' },
    { ...replica, container: 'web-1', number: 1, address: '10.0.0.11' },
  ],
  ready: { type: 'Ready', status: 'true', reason: 'Serving', message: '', since: '2030-01-01T00:00:00Z' },
  containers: [
    { id: 'c0', state: 'running' },
    { id: 'c1', state: 'running' },
  ],
}

test('the order in which things are read does not show', () => {
  const turned = { ...look, replicas: look.replicas.toReversed(), containers: look.containers.toReversed() }
  expect(markOf(turned)).toBe(markOf(look))
})

test.each<[string, Partial<AppLook>]>([
  ['a stop', { row: { ...look.row, suspended: 1 } }],
  ['a restart', { row: { ...look.row, restart_nonce: 'other' } }],
  ['more replicas', { row: { ...look.row, spec: JSON.stringify({ ...emptySpec, replicas: 3 }) } }],
  ['a replica that is not ready', { replicas: look.replicas.map((each) => ({ ...each, ready: 0 })) }],
  ['an address that is kept', { replicas: look.replicas.slice(1) }],
  ['a container that ended', { containers: [{ id: 'c0', state: 'exited' }, ...look.containers.slice(1)] }],
  ['a container that is gone', { containers: look.containers.slice(1) }],
  ['a container too many', { containers: [...look.containers, { id: 'c2', state: 'running' }] }],
  ['a condition that was never written', { ready: undefined }],
])('%s shows', (_, changes) => {
  expect(markOf({ ...look, ...changes })).not.toBe(markOf(look))
})
