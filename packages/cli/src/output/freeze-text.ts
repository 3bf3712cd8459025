// Freeze windows and what holds a deploy, in words.
import type { ApprovalVote, FreezeWindow } from '@levelrail/contract/schemas/guards.ts'
import { relativeTime } from './relative-time.ts'
import type { Column } from './table.ts'

export function freezeColumns(now: Date): Column<FreezeWindow>[] {
  return [
    { title: 'NAME', cell: ({ name }) => name },
    { title: 'FOR', cell: ({ scope_name }) => scope_name },
    { title: 'STATE', cell: (window) => freezeState(window, now), color: ({ active }) => (active ? 'yellow' : 'dim') },
    {
      title: 'WHEN',
      cell: ({ schedule, schedule_words, time_zone }) =>
        schedule ? `${schedule_words}, ${time_zone}` : schedule_words,
    },
    { title: 'REASON', cell: ({ reason }) => reason },
    { title: 'ID', cell: ({ id }) => id },
  ]
}

export function freezeState({ active, next }: FreezeWindow, now: Date): string {
  if (active) return `holds until ${exact(active.ends_at)} (${relativeTime(active.ends_at, now)})`
  return next ? `begins ${exact(next.starts_at)} (${relativeTime(next.starts_at, now)})` : 'over'
}

export function votesText(votes: readonly ApprovalVote[]): string {
  return votes.map(({ by, decision, comment }) => `${by} ${decision}${comment && `: ${comment}`}`).join('; ')
}

function exact(time: string): string {
  return time.replace(/:\d\d(\.\d+)?Z$/, 'Z')
}
