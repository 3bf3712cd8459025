// What a cleanup would take away, or took. Volumes hold data: they are only listed, unless they are named.
import Type, { type Static } from 'typebox'
import { closed, named, oneOf, Time } from './common.ts'

const VolumeName = Type.String({ minLength: 1, maxLength: 255, pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]*$' })
const Size = Type.Union([Type.Integer(), Type.Null()], { description: 'Bytes of its own; null where nobody knows' })

export const CleanupRequest = named(
  'CleanupRequest',
  closed({
    dry_run: Type.Optional(Type.Boolean({ description: 'Only list what would go; true by default' })),
    volumes: Type.Optional(
      Type.Array(VolumeName, {
        maxItems: 100,
        description: 'Orphaned volumes to remove with their data; none goes without being named',
      }),
    ),
  }),
)
export type CleanupRequest = Static<typeof CleanupRequest>

export const CleanupItem = named(
  'CleanupItem',
  Type.Object({
    kind: oneOf(['container', 'network', 'image', 'volume']),
    name: Type.String(),
    size_bytes: Size,
    removed: Type.Boolean({ description: 'Always false in a dry run' }),
    error: Type.Union([Type.String(), Type.Null()], { description: 'Why it could not go' }),
  }),
)
export type CleanupItem = Static<typeof CleanupItem>

export const Cleanup = named(
  'Cleanup',
  Type.Object({
    dry_run: Type.Boolean(),
    items: Type.Array(CleanupItem),
    bytes: Type.Integer({ description: 'Freed; in a dry run, what would be' }),
    orphaned_volumes: Type.Array(
      Type.Object({
        name: Type.String(),
        app: Type.String({ description: 'The app that it was made for' }),
        size_bytes: Size,
        created_at: Time,
      }),
      { description: 'Volumes of this instance that no app uses; they stay until they are named' },
    ),
    images_wait: Type.Boolean({
      description: 'A deploy is getting its image, which might be one of those that could go: none is listed',
    }),
  }),
)
export type Cleanup = Static<typeof Cleanup>
