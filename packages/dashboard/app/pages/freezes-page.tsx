// Freeze windows: six weeks of them as a calendar, and each with what it is for, when it holds, and why.
import type { FreezeWindow } from '@levelrail/contract/schemas/guards.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Plus, Snowflake } from 'lucide-react'
import { useState } from 'react'
import { freezeCalendarQuery, freezesQuery } from '../api/guard-queries.ts'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { Failure } from '../components/failure.tsx'
import { FreezeCalendar, weeksShown } from '../components/freeze-calendar.tsx'
import { daysAfter, mondayOf } from '../components/freeze-weeks.ts'
import { freezeState, momentWords } from '../components/freeze-words.ts'
import { PageHeader } from '../components/page-header.tsx'
import { FreezeDelete } from '../forms/freeze-delete.tsx'
import { FreezeForm } from '../forms/freeze-form.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { exactUtc, RelativeTime, useNow } from '../ui/relative-time.tsx'
import { type Column, Table } from '../ui/table.tsx'

const route = getRouteApi('/shell/freezes')

const columns: readonly Column<FreezeWindow>[] = [
  { title: 'Name', cell: ({ name }) => <span className="font-strong wrap-anywhere">{name}</span> },
  { title: 'For', cell: ({ scope, scope_name }) => <ScopeWords scope={scope} name={scope_name} /> },
  { title: 'State', cell: (window) => <FreezeStateWords window={window} /> },
  {
    title: 'When',
    cell: ({ schedule, schedule_words, time_zone, starts_at, ends_at }) =>
      schedule ? (
        <span title={schedule}>
          {schedule_words}, <span className="text-muted">{time_zone}</span>
        </span>
      ) : (
        <span title={`${exactUtc(starts_at ?? '')} to ${exactUtc(ends_at ?? '')}`}>
          {momentWords(starts_at ?? '')} to {momentWords(ends_at ?? '')}
        </span>
      ),
  },
  {
    title: 'Reason',
    isMinor: true,
    cell: ({ reason }) => <span className="line-clamp-2 max-w-72 wrap-anywhere text-muted">{reason}</span>,
  },
  { title: 'Made by', isMinor: true, cell: ({ created_by }) => created_by },
]

export function FreezesPage() {
  const who = useIdentity()
  const mayEdit = can.editFreezes(who)
  const { data: windows, error, refetch } = useQuery(freezesQuery)
  const [open, setOpen] = useState<{ act: 'edit' | 'delete'; window: FreezeWindow } | { act: 'create' }>()
  const close = () => setOpen(undefined)
  const add = mayEdit && (
    <Button look="primary" onClick={() => setOpen({ act: 'create' })}>
      <Plus className="size-3.5" aria-hidden="true" />
      New freeze window
    </Button>
  )
  const actions: Column<FreezeWindow> = {
    title: 'Actions',
    isTitleHidden: true,
    className: 'w-px text-right whitespace-nowrap',
    cell: (window) => (
      <span className="inline-flex gap-1 max-list:-ml-2">
        {(['edit', 'delete'] as const).map((act) => {
          const word = act === 'edit' ? 'Edit' : 'Delete'
          return (
            <Button
              key={act}
              look="ghost"
              className="h-6! px-2!"
              aria-label={`${word} ${window.name}`}
              onClick={() => setOpen({ act, window })}
            >
              {word}
            </Button>
          )
        })}
      </span>
    ),
  }
  return (
    <>
      <PageHeader title="Freeze windows" action={windows?.length !== 0 && add}>
        Deploys that are asked for inside a window are held, and go on by themselves when it ends.
      </PageHeader>
      {error && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure error={error} act="load the freeze windows" onRetry={() => void refetch()} />
        </div>
      )}
      {windows?.length === 0 ? (
        <EmptyState
          icon={<Snowflake className="size-4" aria-hidden="true" />}
          title="No freeze windows"
          body="Keep weekends, nights or a launch free of deploys: for everything, a project, an environment or one app. Whoever must can go past one, with a reason that is kept."
          action={add}
        />
      ) : (
        <>
          <Calendar
            windows={windows ?? []}
            onChoose={mayEdit ? (window) => setOpen({ act: 'edit', window }) : undefined}
          />
          <div className="pt-4">
            <Table
              label="Freeze windows"
              columns={mayEdit ? [...columns, actions] : columns}
              rows={windows}
              rowKey={({ id }) => id}
            />
          </div>
        </>
      )}
      {open?.act === 'create' && <FreezeForm onClose={close} />}
      {open?.act === 'edit' && <FreezeForm window={open.window} onClose={close} />}
      {open?.act === 'delete' && <FreezeDelete window={open.window} onClose={close} />}
    </>
  )
}

/** The first week is in the address, so that a link shows what its sender saw. */
function Calendar({
  windows,
  onChoose,
}: {
  windows: FreezeWindow[]
  onChoose: ((window: FreezeWindow) => void) | undefined
}) {
  const { from } = route.useSearch()
  const thisWeek = mondayOf(new Date(useNow()))
  const first = from === undefined ? thisWeek : mondayOf(new Date(`${from}T12:00:00`))
  const last = daysAfter(first, weeksShown * 7)
  const { data: entries, error, refetch } = useQuery(freezeCalendarQuery(first.toISOString(), last.toISOString()))
  const month = (day: Date) => day.toLocaleDateString(undefined, { month: 'long', year: 'numeric' })
  const [begin, end] = [month(first), month(daysAfter(last, -1))]
  const step = (weeks: number) => ({ from: isoDay(daysAfter(first, weeks * 7)) })
  const stepClass = `${buttonClass('ghost')} w-8! px-0!`
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-1 px-6 max-shell:px-4">
        <h2 className="mr-auto font-strong">{begin === end ? begin : `${begin} to ${end}`}</h2>
        <Link to={paths.freezes} search={step(-weeksShown)} aria-label="Earlier" className={stepClass}>
          <ChevronLeft className="size-4" aria-hidden="true" />
        </Link>
        <Link to={paths.freezes} search={{}} className={buttonClass('ghost')}>
          Today
        </Link>
        <Link to={paths.freezes} search={step(weeksShown)} aria-label="Later" className={stepClass}>
          <ChevronRight className="size-4" aria-hidden="true" />
        </Link>
      </div>
      {error && (
        <div className="px-6 max-shell:px-4">
          <Failure error={error} act="load the calendar" onRetry={() => void refetch()} />
        </div>
      )}
      <FreezeCalendar first={first} entries={entries} windows={windows} onChoose={onChoose} />
    </div>
  )
}

function FreezeStateWords({ window }: { window: FreezeWindow }) {
  const { tone, word, at } = freezeState(window, useNow())
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <Badge tone={tone}>{word}</Badge>
      {at && (
        <span className="whitespace-nowrap text-muted">
          {tone === 'held' ? 'ends' : 'begins'} <RelativeTime at={at} />
        </span>
      )}
    </span>
  )
}

export function ScopeWords({ scope, name }: { scope: string; name: string }) {
  if (scope === 'all') return <span>All apps</span>
  return (
    <span className="wrap-anywhere">
      <span className="text-muted">{scope}</span> {scope === 'app' ? <code>{name}</code> : name}
    </span>
  )
}

function isoDay(day: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
