import { expect, test } from 'vitest'
import { emptySpec } from '../apps/app-spec.ts'
import { type DiffSide, diffDeploys } from './deploy-diff.ts'

function side(spec: Partial<DiffSide['spec']>, rest: Partial<DiffSide> = {}): DiffSide {
  return { digest: 'sha256:1', spec: { ...emptySpec, ...spec }, env: { plain: {}, secrets: {} }, ...rest }
}

test('the same twice differs in nothing', () => {
  expect(diffDeploys(side({ image: 'a:1' }), side({ image: 'a:1' }))).toEqual({ fields: [], env: [] })
})

test('settings differ by their path', () => {
  const before = side({ image: 'a:1', health: { readiness: { type: 'http', path: '/' }, liveness: null } })
  const after = side(
    { image: 'a:2', port: 80, health: { readiness: { type: 'tcp' }, liveness: null }, command: ['run', 'two words'] },
    { digest: 'sha256:2' },
  )
  expect(diffDeploys(before, after).fields).toEqual([
    { field: 'image', before: 'a:1', after: 'a:2' },
    { field: 'health.readiness.type', before: 'http', after: 'tcp' },
    { field: 'health.readiness.path', before: '/', after: null },
    { field: 'digest', before: 'sha256:1', after: 'sha256:2' },
    { field: 'port', before: null, after: '80' },
    { field: 'command', before: null, after: '["run","two words"]' },
  ])
})

test('variables differ by name, and no value is told', () => {
  const plain = { KEPT: 'k', GONE: 'plain-gone', OTHER: 'one' }
  const before = side({}, { env: { plain, secrets: { KEY: 'hash-one' } } })
  const after = side(
    {},
    { env: { plain: { KEPT: 'k', NEW: 'plain-new', OTHER: 'two' }, secrets: { KEY: 'hash-two' } } },
  )
  const diff = diffDeploys(before, after)
  expect(diff.env).toEqual([
    { key: 'GONE', status: 'removed', secret: false },
    { key: 'KEY', status: 'changed', secret: true },
    { key: 'NEW', status: 'added', secret: false },
    { key: 'OTHER', status: 'changed', secret: false },
  ])
  expect(JSON.stringify(diff)).not.toMatch(/plain-|hash-|one|two/)
})

test('before the first deploy there was nothing', () => {
  const { fields } = diffDeploys(null, side({ image: 'a:1' }))
  expect(fields).toContainEqual({ field: 'image', before: null, after: 'a:1' })
})
