import type { PromotePreview } from '@levelrail/contract/schemas/promotions.ts'
import { expect, test } from 'vitest'
import { promoteText } from './promote-text.ts'

const preview: PromotePreview = {
  source: { app: 'web-staging', environment_id: 'env_1', environment_name: 'staging' },
  target: { app: 'web', environment_id: 'env_2', environment_name: 'production', protected: true },
  image: { before: 'web:1', after: 'web:2', before_digest: 'sha256:1', after_digest: 'sha256:2', changed: true },
  replicas: [{ field: 'replicas', source: '1', target: '3' }],
  resources: [{ field: 'resources.memory', source: null, target: '1Gi' }],
  health: [],
  env: { add: ['NEW'], remove: [], differ: ['MODE', 'URL'], masked: [], included: ['MODE', 'NEW'] },
  blockers: [{ code: 'protected_environment', message: 'it is protected', effect: 'refused', lifted_by: 'confirm' }],
}

test('a promotion is told in lines: what changes, what is kept, what stands in the way', () => {
  const lines = promoteText(preview).trimEnd().split('\n')
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['from', 'web-staging in staging'],
    ['to', 'web in production (protected)'],
    ['image', 'web:1 -> web:2'],
    ['digest', 'sha256:2'],
    ['kept', 'replicas 3 (here 1), resources.memory 1Gi (here none)'],
    ['missing there', 'NEW'],
    ['different', 'MODE, URL'],
    ['--include-env', 'MODE, NEW'],
    ['protected_environment', 'it is protected (--confirm)'],
  ])
})
