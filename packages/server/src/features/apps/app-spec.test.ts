import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import { expect, test } from 'vitest'
import { emptySpec, fillSpec, pendingFields, specHash } from './app-spec.ts'

const spec: AppSpec = {
  ...emptySpec,
  image: 'web:1',
  port: 8080,
  command: ['serve'],
  labels: { team: 'a' },
  volumes: [{ name: 'data', path: '/data' }],
}
const hash = (changes: Partial<AppSpec>) => specHash({ ...spec, ...changes }, 'sha256:abc', { B: '2', A: '1' }, 'nonce')

test('an upgrade recreates nothing: the hash of what ran before is what it was', () => {
  expect(hash({})).toBe('f8a57bc1a778')
})

test.each<[Partial<AppSpec>, boolean]>([
  [{ host_port: 9000 }, true],
  [{ egress_policy: 'internal' }, true],
  [{ bind_address: 'public' }, false],
  [{ domains: ['a.example'] }, false],
  [{ registry_credential_id: 'reg_1' }, false],
  [{ hooks: { pre_deploy: { command: ['migrate'] }, post_deploy: null } }, false],
  [{ auto_rollback: true }, false],
  [{ exec_enabled: true }, false],
])('%j makes another container: %j', (changes, isAnother) => {
  expect(hash(changes) !== hash({})).toBe(isAnother)
})

test('where a host port listens makes another container', () => {
  expect(hash({ host_port: 9000, bind_address: 'public' })).not.toBe(hash({ host_port: 9000 }))
})

test('a record from before a field existed has its default, and nothing of it is pending', () => {
  const { host_port: _, domains: __, hooks: ___, ...old } = spec
  expect(fillSpec(old)).toEqual(spec)
  expect(pendingFields(spec, fillSpec(old), false)).toEqual([])
})

test('what waits for a deploy is pending, what acts at once is not', () => {
  const changed: AppSpec = { ...spec, host_port: 9000, egress_policy: 'internal', domains: ['a.example'], replicas: 0 }
  expect(pendingFields({ ...changed, exec_enabled: true, auto_rollback: true }, spec, false)).toEqual([
    ...['host_port', 'egress_policy'],
  ])
})
