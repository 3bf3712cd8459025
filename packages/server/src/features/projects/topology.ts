// A project as a graph that a canvas can draw: apps with their volumes and domains, by name, so that a picture stays put.
import type { Topology, TopologyEdge, TopologyNode } from '@levelrail/contract/schemas/projects.ts'
import type { StoredApp } from '../apps/app.ts'

export type DrawnApp = Pick<StoredApp, 'name' | 'spec' | 'environmentId'> & { state: string }

export function drawTopology(projectId: string, apps: readonly DrawnApp[]): Topology {
  const nodes: TopologyNode[] = []
  const edges: TopologyEdge[] = []
  for (const { name, spec, environmentId, state } of apps) {
    const app = `app:${name}`
    nodes.push({ id: app, kind: 'app', name, environment_id: environmentId, state, detail: spec.image })
    for (const volume of spec.volumes) {
      const id = `volume:${name}/${volume.name}`
      nodes.push({ id, kind: 'volume', name: volume.name, environment_id: '', state: '', detail: volume.path })
      edges.push({ from: app, to: id, kind: 'mounts' })
    }
    for (const domain of spec.domains) {
      const id = `domain:${domain}`
      nodes.push({ id, kind: 'domain', name: domain, environment_id: '', state: '', detail: '' })
      edges.push({ from: id, to: app, kind: 'routes_to' })
    }
  }
  return { project_id: projectId, nodes, edges }
}
