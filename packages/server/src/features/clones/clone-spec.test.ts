import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import { expect, test } from 'vitest'
import { emptySpec } from '../apps/app-spec.ts'
import { cloneSpec } from './clone-spec.ts'

const everything: AppSpec = {
  image: 'shop:1',
  port: 8080,
  env: { MODE: 'quiet' },
  secret_env: [{ name: 'TOKEN', required: true }],
  command: ['serve'],
  entrypoint: ['/init'],
  pull_policy: 'always',
  resources: { memory: '512Mi', cpu: '0.5', swap: '1Gi', cpuset: '0' },
  health: { readiness: { type: 'tcp' }, liveness: { type: 'http', path: '/' } },
  labels: { team: 'shop' },
  strategy: 'rolling',
  replicas: 3,
  volumes: [
    { name: 'data', path: '/data' },
    { name: 'cache-0a1b2c', path: '/cache' },
    { name: 'a'.repeat(40), path: '/long' },
  ],
  host_port: 5000,
  bind_address: 'public',
  domains: ['shop.example.com'],
  registry_credential_id: 'reg_1',
  hooks: { pre_deploy: { command: ['migrate'] }, post_deploy: null },
  egress_policy: 'internal',
  storage_target_id: 'sto_1',
  auto_rollback: true,
  exec_enabled: true,
}

test('every setting is copied but those that one app alone can have', () => {
  // Whoever adds a setting decides here whether it is copied.
  expect(Object.keys(everything).sort()).toEqual(Object.keys(emptySpec).sort())
  let count = 0
  const marks = ['111111', '222222', '333333']
  const clone = cloneSpec(everything, ['new.example.com'], () => marks[count++] ?? '')
  expect(clone).toEqual({
    ...everything,
    domains: ['new.example.com'],
    host_port: null,
    volumes: [
      { name: 'data-111111', path: '/data' },
      { name: 'cache-222222', path: '/cache' },
      { name: `${'a'.repeat(33)}-333333`, path: '/long' },
    ],
  })
})
