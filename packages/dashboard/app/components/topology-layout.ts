// Where the parts of a project are drawn: a frame for each environment, in it each app with its domains to the left and
// what it keeps data in to the right. Pure; the same project gives the same picture.
import type { Environment, Topology, TopologyNode } from '@levelrail/contract/schemas/projects.ts'
import type { Size } from './canvas-view.ts'

export interface Box extends Size {
  x: number
  y: number
}
export interface PlacedNode extends Box {
  node: TopologyNode
}
export interface PlacedFrame extends Box {
  id: string
  title: string
  isProtected: boolean
}
export interface Picture extends Size {
  frames: PlacedFrame[]
  nodes: PlacedNode[]
  /** Each with the line to draw it by. */
  edges: { id: string; kind: string; line: string }[]
}

const nodeWidth = 224
const heights = { app: 52, database: 52, volume: 36, domain: 36 }
const gaps = { column: 56, row: 10, unit: 20, frame: 28 }
const padding = { x: 16, top: 40, bottom: 16 }
/** A picture about as wide as a screen shows most of itself. */
const wantedRatio = 1.6

export function layoutTopology(topology: Topology, environments: readonly Environment[]): Picture {
  const { nodes, edges } = topology
  const apps = nodes.filter(({ kind }) => kind === 'app')
  const appIds = new Set(apps.map(({ id }) => id))
  const neighbours = new Map<string, string[]>()
  for (const { from, to } of edges) {
    const [app, other] = appIds.has(from) ? [from, to] : [to, from]
    neighbours.set(other, [...(neighbours.get(other) ?? []), app])
  }
  const partsOf = (app: TopologyNode) =>
    nodes.filter(
      ({ id, kind }) => kind !== 'app' && neighbours.get(id)?.length === 1 && neighbours.get(id)?.[0] === app.id,
    )
  /** Used by several apps, or by none: beneath all frames. */
  const shared = nodes.filter(({ id, kind }) => kind !== 'app' && neighbours.get(id)?.length !== 1)

  const groups = [
    ...environments.map(({ id, name, protected: isProtected }) => ({ id, title: name, isProtected })),
    { id: '', title: environments.length > 0 ? 'In no environment' : '', isProtected: false },
  ]
    .map((group) => ({ ...group, apps: apps.filter((app) => groupOf(app, environments) === group.id) }))
    .filter((group) => group.apps.length > 0)
    .map((group) => ({ ...group, inside: layoutGroup(group.apps, partsOf) }))

  const framed = groups.map(({ inside }) => ({
    width: inside.width + 2 * padding.x,
    height: inside.height + padding.top + padding.bottom,
  }))
  const packed = pack(framed, gaps.frame)
  const frames: PlacedFrame[] = []
  const placed: PlacedNode[] = []
  for (const [index, { id, title, isProtected, inside }] of groups.entries()) {
    const at = packed.places[index] ?? { x: 0, y: 0 }
    frames.push({ id, title, isProtected, ...at, ...(framed[index] ?? { width: 0, height: 0 }) })
    for (const node of inside.nodes)
      placed.push({ ...node, x: at.x + padding.x + node.x, y: at.y + padding.top + node.y })
  }
  const row = shared.map((node, index) => ({
    node,
    x: index * (nodeWidth + gaps.unit),
    y: packed.height + (packed.height > 0 ? gaps.frame : 0),
    width: nodeWidth,
    height: heights[node.kind],
  }))
  const all = [...placed, ...row]
  return {
    frames,
    nodes: all,
    edges: edges.flatMap((edge) => {
      const [from, to] = [edge.from, edge.to].map((id) => all.find(({ node }) => node.id === id))
      return from && to ? [{ id: `${edge.from} ${edge.to}`, kind: edge.kind, line: lineBetween(from, to) }] : []
    }),
    width: Math.max(packed.width, ...row.map(({ x, width }) => x + width)),
    height: Math.max(packed.height, ...row.map(({ y, height }) => y + height)),
  }
}

function groupOf(app: TopologyNode, environments: readonly Environment[]): string {
  return environments.some(({ id }) => id === app.environment_id) ? app.environment_id : ''
}

function layoutGroup(apps: readonly TopologyNode[], partsOf: (app: TopologyNode) => TopologyNode[]) {
  const units = apps.map((app) => {
    const parts = partsOf(app)
    return {
      app,
      left: parts.filter(({ kind }) => kind === 'domain'),
      right: parts.filter(({ kind }) => kind !== 'domain'),
    }
  })
  const step = nodeWidth + gaps.column
  const appX = units.some(({ left }) => left.length > 0) ? step : 0
  const rightX = appX + step
  const width = units.some(({ right }) => right.length > 0) ? rightX + nodeWidth : appX + nodeWidth
  const sized = units.map(({ left, right }) => ({
    width,
    height: Math.max(heights.app, stackHeight(left), stackHeight(right)),
  }))
  const packed = pack(sized, gaps.unit)
  const nodes = units.flatMap(({ app, left, right }, index) => {
    const { x, y } = packed.places[index] ?? { x: 0, y: 0 }
    const height = sized[index]?.height ?? 0
    return [...stack(left, x, y, height), ...stack([app], x + appX, y, height), ...stack(right, x + rightX, y, height)]
  })
  return { nodes, width: packed.width, height: packed.height }
}

function stackHeight(nodes: readonly TopologyNode[]): number {
  return nodes.reduce((sum, { kind }) => sum + heights[kind] + gaps.row, -gaps.row)
}

/** One above the other, in the middle of the height that there is. */
function stack(nodes: readonly TopologyNode[], x: number, top: number, room: number): PlacedNode[] {
  let y = top + (room - stackHeight(nodes)) / 2
  return nodes.map((node) => {
    const placed = { node, x, y, width: nodeWidth, height: heights[node.kind] }
    y += placed.height + gaps.row
    return placed
  })
}

interface Packed extends Size {
  places: { x: number; y: number }[]
}

/** Into as many columns as give the picture its wanted shape, each next one into the shortest. */
export function pack(sizes: readonly Size[], gap: number): Packed {
  const most = Math.min(sizes.length, 12)
  const tries = Array.from({ length: most }, (_, index) => packInto(index + 1, sizes, gap))
  const distance = ({ width, height }: Size) => Math.abs(Math.log(width / height / wantedRatio))
  return tries.reduce<Packed>((best, next) => (best.width === 0 || distance(next) < distance(best) ? next : best), {
    ...{ width: 0, height: 0, places: [] },
  })
}

function packInto(columns: number, sizes: readonly Size[], gap: number): Packed {
  const tops = Array.from({ length: columns }, () => 0)
  const widest = Math.max(...sizes.map(({ width }) => width))
  const places = sizes.map(({ height }) => {
    const y = Math.min(...tops)
    const column = tops.indexOf(y)
    tops[column] = y + height + gap
    return { x: column * (widest + gap), y }
  })
  return { places, width: columns * (widest + gap) - gap, height: Math.max(...tops) - gap }
}

/** From side to side, or from foot to head where one is beneath the other. */
function lineBetween(from: Box, to: Box): string {
  if (to.y > from.y + from.height && Math.abs(to.x - from.x) < from.width) {
    const [x1, y1] = [from.x + from.width / 2, from.y + from.height]
    const [x2, y2] = [to.x + to.width / 2, to.y]
    const middle = (y1 + y2) / 2
    return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`
  }
  const isForward = to.x >= from.x + from.width
  const [x1, x2] = isForward ? [from.x + from.width, to.x] : [from.x, to.x + to.width]
  const [y1, y2] = [from.y + from.height / 2, to.y + to.height / 2]
  const middle = (x1 + x2) / 2
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`
}
