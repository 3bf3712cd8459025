// `levelrail cleanup`: what this instance left on the machine, as a list, or with --yes removed. Volumes only by name.
import type { Cleanup, CleanupItem } from '@levelrail/contract/schemas/cleanup.ts'
import { command } from '../command.ts'
import { sizeText } from '../output/size.ts'
import type { Column } from '../output/table.ts'

export const cleanup = command({
  name: 'cleanup',
  summary: 'List what this instance left on the machine; with --yes, remove it',
  details:
    'Touches only what carries the label of this instance and nothing references, uses or runs. Volumes stay unless each is named.',
  arguments: {},
  options: {
    yes: { kind: 'flag', what: 'Remove it; without this nothing is changed' },
    volume: { kind: 'texts', value: 'NAME', what: 'Also this orphaned volume, with its data' },
  },
  examples: [
    'levelrail cleanup',
    'levelrail cleanup --yes',
    'levelrail cleanup --volume levelrail-3f2a-old-data --yes',
  ],
  async run({ client, settings, output }, { yes, volume }) {
    const body = { dry_run: !yes, ...(volume === undefined ? {} : { volumes: volume }) }
    const result = await client.systemCleanup({ body })
    if (settings.json) output.json(result)
    else {
      if (result.items.length > 0) output.table(itemColumns, result.items)
      if (result.orphaned_volumes.length > 0) output.table(volumeColumns, result.orphaned_volumes)
    }
    for (const note of cleanupNotes(result)) output.note(note)
    return result.items.some(({ error }) => error !== null) ? 'api' : undefined
  },
})

export function cleanupNotes({ dry_run, items, bytes, orphaned_volumes, images_wait }: Cleanup): string[] {
  const count = items.filter(({ removed }) => removed || dry_run).length
  const things = `${count} ${count === 1 ? 'thing' : 'things'}, ${sizeText(bytes)}`
  return [
    items.length === 0
      ? 'there is nothing to clean up'
      : dry_run
        ? `${things} would go; nothing is changed without --yes`
        : `${things} removed`,
    ...(orphaned_volumes.length > 0 ? ['no app uses these volumes; one goes only by name: --volume NAME --yes'] : []),
    ...(images_wait ? ['images are left alone while a deploy gets its image'] : []),
  ]
}

const itemColumns: Column<CleanupItem>[] = [
  { title: 'KIND', cell: ({ kind }) => kind },
  { title: 'NAME', cell: ({ name }) => name },
  { title: 'SIZE', cell: ({ size_bytes }) => sizeText(size_bytes), align: 'right' },
  {
    title: 'STATE',
    cell: ({ removed, error }) => error ?? (removed ? 'removed' : 'would go'),
    color: ({ error }) => (error === null ? undefined : 'red'),
  },
]

const volumeColumns: Column<Cleanup['orphaned_volumes'][number]>[] = [
  { title: 'ORPHANED VOLUME', cell: ({ name }) => name },
  { title: 'APP', cell: ({ app }) => app },
  { title: 'SIZE', cell: ({ size_bytes }) => sizeText(size_bytes), align: 'right' },
]
