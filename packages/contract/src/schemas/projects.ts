// Organizations, projects and environments: optional labels on apps, addressed by id alone. Spec 2.1, 2.2, 2.5.
import Type, { type Static } from 'typebox'
import { closed, Id, named, oneOf, Time } from './common.ts'

/** Names are for people: not unique, never used to address anything. */
export const GroupName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
export const TargetId = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_-]*$', description: 'Empty removes' })

export const Organization = named('Organization', Type.Object({ id: Id, name: Type.String(), created_at: Time }))
export type Organization = Static<typeof Organization>

export const Project = named(
  'Project',
  Type.Object({
    id: Id,
    name: Type.String(),
    org_id: Type.String({ description: 'Empty when it is in no organization' }),
    created_at: Time,
  }),
)
export type Project = Static<typeof Project>

export const Environment = named(
  'Environment',
  Type.Object({
    id: Id,
    project_id: Id,
    name: Type.String(),
    protected: Type.Boolean({ description: 'Deploy, rollback and promote need `confirm: true`' }),
    created_at: Time,
  }),
)
export type Environment = Static<typeof Environment>

export const OrganizationCreate = named('OrganizationCreate', closed({ name: GroupName }))
export const ProjectCreate = named('ProjectCreate', closed({ name: GroupName }))
export const EnvironmentCreate = named(
  'EnvironmentCreate',
  closed({ name: GroupName, protected: Type.Optional(Type.Boolean()) }),
)
export const EnvironmentUpdate = named('EnvironmentUpdate', closed({ protected: Type.Boolean() }))

export const MoveToProject = named('MoveToProject', closed({ project_id: TargetId }))
export const MoveToEnvironment = named('MoveToEnvironment', closed({ environment_id: TargetId }))
export const MoveToOrganization = named('MoveToOrganization', closed({ org_id: TargetId }))

export const BulkResult = named(
  'BulkResult',
  Type.Object({
    succeeded_apps: Type.Array(Type.String()),
    succeeded_databases: Type.Array(Type.String()),
    failed_apps: Type.Array(Type.String()),
  }),
)
export type BulkResult = Static<typeof BulkResult>

export const topologyKinds = ['app', 'database', 'volume', 'domain'] as const
export const TopologyNode = named(
  'TopologyNode',
  Type.Object({
    id: Type.String({ description: 'Unique in this graph, such as app:web' }),
    kind: oneOf(topologyKinds),
    name: Type.String(),
    environment_id: Type.String({ description: 'Of an app; empty for all else' }),
    state: Type.String({ description: 'The reason of the app’s Ready condition; empty for all else' }),
    detail: Type.String({ description: 'Image of an app, path of a volume' }),
  }),
)
export type TopologyNode = Static<typeof TopologyNode>
export const TopologyEdge = named(
  'TopologyEdge',
  Type.Object({
    from: Type.String(),
    to: Type.String(),
    kind: oneOf(['mounts', 'routes_to', 'uses']),
  }),
)
export type TopologyEdge = Static<typeof TopologyEdge>
export const Topology = named(
  'Topology',
  Type.Object({ project_id: Id, nodes: Type.Array(TopologyNode), edges: Type.Array(TopologyEdge) }),
)
export type Topology = Static<typeof Topology>
