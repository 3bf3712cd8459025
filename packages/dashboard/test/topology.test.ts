// The pure parts of the picture of a project: where things are drawn, and what of it is seen.
import type { Environment, Topology, TopologyNode } from '@levelrail/contract/schemas/projects.ts'
import { expect, test } from 'vitest'
import { fitted, moved, revealing, zoomedAt } from '../app/components/canvas-view.ts'
import { type Box, layoutTopology } from '../app/components/topology-layout.ts'
import { compareRows } from '../app/pages/compare-rows.ts'

const node = (kind: TopologyNode['kind'], name: string, environment_id = ''): TopologyNode => ({
  ...{ id: `${kind}:${name}`, kind, name, environment_id, state: '', detail: '' },
})
const environment = (id: string, name: string): Environment => ({
  ...{ id, name, project_id: 'prj_1', protected: false, created_at: '2026-01-01T00:00:00Z' },
})

function project(count: number): Topology {
  const apps = Array.from({ length: count }, (_, index) =>
    node('app', `app-${index}`, index % 3 ? `env_${index % 3}` : ''),
  )
  const domains = apps.flatMap(({ name }, index) => (index % 2 ? [node('domain', `${name}.example.com`)] : []))
  const volumes = apps.flatMap(({ name }) => [node('volume', `${name}/a`), node('volume', `${name}/b`)])
  return {
    project_id: 'prj_1',
    nodes: [...apps, ...domains, ...volumes, node('database', 'main')],
    edges: [
      ...domains.map(({ id, name }) => ({
        ...{ from: id, to: `app:${name.replace('.example.com', '')}`, kind: 'routes_to' as const },
      })),
      ...volumes.map(({ id, name }) => ({ from: `app:${name.slice(0, -2)}`, to: id, kind: 'mounts' as const })),
      ...apps.map(({ id }) => ({ from: id, to: 'database:main', kind: 'uses' as const })),
    ],
  }
}

const environments = [environment('env_1', 'staging'), environment('env_2', 'production')]
const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
const isInside = (inner: Box, outer: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

test.each([1, 2, 7, 40])('%d apps: everything is drawn once, nothing over another, all within the picture', (count) => {
  const topology = project(count)
  const picture = layoutTopology(topology, environments)
  expect(picture.nodes.map((placed) => placed.node.id).sort()).toEqual(topology.nodes.map(({ id }) => id).sort())
  expect(picture.edges).toHaveLength(topology.edges.length)
  for (const [index, one] of picture.nodes.entries()) {
    expect(isInside(one, { x: 0, y: 0, ...picture }), one.node.id).toBe(true)
    for (const other of picture.nodes.slice(index + 1)) expect(overlaps(one, other)).toBe(false)
  }
  for (const [index, one] of picture.frames.entries())
    for (const other of picture.frames.slice(index + 1)) expect(overlaps(one, other)).toBe(false)
  for (const { node: drawn, ...box } of picture.nodes.filter((placed) => placed.node.kind === 'app')) {
    const frame = picture.frames.find(({ id }) => id === drawn.environment_id)
    expect(frame && isInside(box, frame), drawn.name).toBe(true)
  }
  expect(layoutTopology(topology, environments)).toEqual(picture)
})

test('an app whose environment is not known is drawn, in none', () => {
  const picture = layoutTopology({ project_id: 'prj_1', nodes: [node('app', 'web', 'env_gone')], edges: [] }, [])
  expect(picture.frames.map(({ id }) => id)).toEqual([''])
  expect(picture.nodes).toHaveLength(1)
})

test('many apps make a picture of the shape of a screen, not a tower', () => {
  const { width, height } = layoutTopology(project(40), environments)
  expect(width / height).toBeGreaterThan(0.8)
  expect(width / height).toBeLessThan(3)
})

test('a picture is fitted, zoomed around a point, moved, and brought to what has the focus', () => {
  const frame = { width: 800, height: 600 }
  const small = fitted(frame, { width: 400, height: 200 })
  expect(small).toEqual({ x: 200, y: 200, scale: 1 })
  const large = fitted(frame, { width: 4000, height: 1000 })
  expect(large.scale).toBeCloseTo(0.188, 3)
  const point = { x: 300, y: 250 }
  const zoomed = zoomedAt(small, 2, point)
  expect((point.x - zoomed.x) / zoomed.scale).toBeCloseTo(point.x - small.x)
  expect((point.y - zoomed.y) / zoomed.scale).toBeCloseTo(point.y - small.y)
  expect(zoomedAt(small, 1000, point).scale).toBe(3)
  expect(moved(small, 10, -5)).toEqual({ x: 210, y: 195, scale: 1 })
  const box = { x: 1000, y: 0, width: 100, height: 50 }
  expect(revealing(small, frame, { ...box, x: 0 })).toBe(small)
  expect(revealing(small, frame, box)).toEqual({ x: -650, y: 275, scale: 1 })
})

test('a comparison has a row for each variable, and what is not named as different is the same', () => {
  const variable = (key: string, value: string | null) => ({
    ...{ key, value, secret: value === null, layer: 'project' as const, shadows: [] },
  })
  const rows = compareRows({
    a: { environment_id: 'env_1', env: [variable('B', '1'), variable('A', null)] },
    b: { environment_id: 'env_2', env: [variable('A', null), variable('C', '3'), variable('B', '1')] },
    diff: [
      { key: 'A', status: 'masked' },
      { key: 'C', status: 'only_b' },
    ],
  })
  expect(rows.map(({ key, a, b, status }) => [key, a?.value, b?.value, status])).toEqual([
    ['A', null, null, 'masked'],
    ['B', '1', '1', 'same'],
    ['C', undefined, '3', 'only_b'],
  ])
})
