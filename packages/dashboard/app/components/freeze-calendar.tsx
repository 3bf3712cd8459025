// Six weeks of freeze windows: a bar for each time in which one holds, as long as it lasts, and a line for now.
import type { FreezeCalendarEntry, FreezeWindow } from '@levelrail/contract/schemas/guards.ts'
import clsx from 'clsx'
import { useNow } from '../ui/relative-time.tsx'
import { type Bar, placeInWeek, type Week, weeksOf } from './freeze-weeks.ts'
import { entryWords } from './freeze-words.ts'

export const weeksShown = 6

interface FreezeCalendarProps {
  first: Date
  /** Undefined while they are not known. */
  entries: readonly FreezeCalendarEntry[] | undefined
  windows: readonly FreezeWindow[]
  onChoose: ((window: FreezeWindow) => void) | undefined
}

export function FreezeCalendar({ first, entries, windows, onChoose }: FreezeCalendarProps) {
  const now = useNow()
  const weeks = weeksOf(entries ?? [], first, weeksShown)
  return (
    <section aria-label="Calendar" aria-busy={entries === undefined} className="px-6 max-shell:px-4">
      <div className="overflow-hidden rounded-md border border-line">
        <div aria-hidden="true" className="grid grid-cols-7 border-b border-line bg-rail text-small text-faint">
          {weeks[0]?.days.map((day) => (
            <span key={day.getTime()} className="px-2 py-1 max-list:px-1">
              {day.toLocaleDateString(undefined, { weekday: 'short' })}
            </span>
          ))}
        </div>
        {weeks.map((week) => (
          <WeekRow
            key={week.days[0]?.getTime()}
            week={week}
            now={now}
            choose={(entry) => {
              const window = windows.find(({ id }) => id === entry.window_id)
              return window && onChoose ? () => onChoose(window) : undefined
            }}
          />
        ))}
      </div>
    </section>
  )
}

interface WeekRowProps {
  week: Week
  now: number
  choose: (entry: FreezeCalendarEntry) => (() => void) | undefined
}

const laneRem = 1.5

function WeekRow({ week, now, choose }: WeekRowProps) {
  const monday = week.days[0] ?? new Date(now)
  const place = placeInWeek(now, monday)
  return (
    <div className="relative border-b border-line pt-7 pb-1.5 last:border-b-0">
      <div className="absolute inset-0 grid grid-cols-7" aria-hidden="true">
        {week.days.map((day) => (
          <Day key={day.getTime()} day={day} now={now} />
        ))}
      </div>
      {place > 0 && place < 1 && (
        <div
          aria-hidden="true"
          className="absolute top-7 bottom-0 z-10 w-px bg-accent-text"
          style={{ left: `${place * 100}%` }}
        />
      )}
      <ul className="relative" style={{ height: `${Math.max(week.lanes, 1) * laneRem}rem` }}>
        {week.bars.map((bar) => (
          <li
            key={`${bar.entry.window_id} ${bar.entry.starts_at}`}
            className="absolute h-5.5 px-px"
            style={{
              left: `${bar.left * 100}%`,
              width: `${(bar.right - bar.left) * 100}%`,
              top: `${bar.lane * laneRem}rem`,
            }}
          >
            <BarBox bar={bar} now={now} onClick={choose(bar.entry)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Day({ day, now }: { day: Date; now: number }) {
  const today = new Date(now)
  const isToday = day.toDateString() === today.toDateString()
  const isWeekend = day.getDay() % 6 === 0
  const isFirst = day.getDate() === 1
  return (
    <div className={clsx('border-r border-line last:border-r-0', isWeekend && 'bg-rail')}>
      <time
        dateTime={day.toISOString().slice(0, 10)}
        className={clsx(
          'm-1 inline-flex h-5 min-w-5 items-center justify-center rounded px-1 text-small tabular-nums',
          isToday ? 'bg-accent font-strong text-accent-ink' : isFirst ? 'font-strong text-ink' : 'text-muted',
        )}
      >
        {isFirst ? day.toLocaleDateString(undefined, { day: 'numeric', month: 'short' }) : day.getDate()}
      </time>
    </div>
  )
}

function BarBox({ bar, now, onClick }: { bar: Bar; now: number; onClick: (() => void) | undefined }) {
  const { entry, isFromBefore, goesOn } = bar
  const isPast = Date.parse(entry.ends_at) <= now
  const isNow = !isPast && Date.parse(entry.starts_at) <= now
  const className = clsx(
    'block h-full w-full truncate border px-1.5 text-left text-small leading-5 max-list:px-1',
    isPast ? 'border-line bg-hover text-faint' : 'border-warn/40 bg-warn-wash text-warn',
    isNow && 'border-warn! font-strong',
    isFromBefore ? 'border-l-0' : 'rounded-l',
    goesOn ? 'border-r-0' : 'rounded-r',
  )
  const words = entryWords(entry)
  if (!onClick)
    return (
      <span title={words} className={className}>
        <span className="sr-only">{words}</span>
        <span aria-hidden="true" className={labelClass(bar)}>
          {entry.name}
        </span>
      </span>
    )
  return (
    <button
      type="button"
      title={words}
      aria-label={words}
      onClick={onClick}
      className={clsx(className, 'hover:border-warn')}
    >
      <span className={labelClass(bar)}>{entry.name}</span>
    </button>
  )
}

/** Half a letter helps nobody; what it is stands in the title too. */
function labelClass({ left, right }: Bar): string {
  const width = right - left
  return width < 0.045 ? 'hidden' : width < 0.14 ? 'max-list:hidden' : ''
}
