import { expect, test } from 'vitest'
import { emptySpec } from '../apps/app-spec.ts'
import { diffSettings, diffVariables } from './promotion-diff.ts'

const none = { plain: {}, secrets: {} }

test('replicas, resources and health are compared field by field', () => {
  const source = { digest: 'a', spec: { ...emptySpec, image: 'a', replicas: 1 }, env: none }
  const health = { readiness: { type: 'tcp' as const }, liveness: null }
  const resources = { ...emptySpec.resources, memory: '1Gi' }
  const target = { digest: 'b', spec: { ...emptySpec, replicas: 3, resources, health }, env: none }
  expect(diffSettings(source, target)).toEqual({
    replicas: [{ field: 'replicas', source: '1', target: '3' }],
    resources: [{ field: 'resources.memory', source: null, target: '1Gi' }],
    health: [{ field: 'health.readiness.type', source: null, target: 'tcp' }],
  })
  expect(diffSettings(source, null)).toEqual({ replicas: [], resources: [], health: [] })
})

test('variables are told by name: to add, to remove, differing, and masked where either is a secret', () => {
  const source = { plain: { ADD: '1', SAME: '1', DIFFER: '1', MIXED: '1' }, secrets: { SECRET: 'x', NEW_SECRET: 'y' } }
  const target = { plain: { SAME: '1', DIFFER: '2', REMOVE: '1' }, secrets: { SECRET: 'x', MIXED: 'z' } }
  expect(diffVariables(source, target)).toEqual({
    add: ['ADD', 'NEW_SECRET'],
    remove: ['REMOVE'],
    differ: ['DIFFER'],
    masked: ['MIXED', 'SECRET'],
  })
})
