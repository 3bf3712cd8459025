import { expect, test } from 'vitest'
import { emptySpec } from '../apps/app-spec.ts'
import { drawTopology } from './topology.ts'

test('apps stand with their volumes and domains, and each line leads from node to node', () => {
  const volumes = [{ name: 'data', path: '/data' }]
  const { nodes, edges } = drawTopology('prj_1', [
    { name: 'api', spec: { ...emptySpec, image: 'api:1', volumes }, environmentId: 'env_1', state: 'Serving' },
    {
      name: 'web',
      spec: { ...emptySpec, volumes, domains: ['a.example/x'] },
      environmentId: '',
      state: 'NeverDeployed',
    },
  ])
  expect(nodes.map(({ id }) => id)).toEqual([
    'app:api',
    'volume:api/data',
    'app:web',
    'volume:web/data',
    'domain:a.example/x',
  ])
  expect(nodes[0]).toEqual({
    ...{ id: 'app:api', kind: 'app', name: 'api', environment_id: 'env_1', state: 'Serving', detail: 'api:1' },
  })
  expect(edges).toEqual([
    { from: 'app:api', to: 'volume:api/data', kind: 'mounts' },
    { from: 'app:web', to: 'volume:web/data', kind: 'mounts' },
    { from: 'domain:a.example/x', to: 'app:web', kind: 'routes_to' },
  ])
})
