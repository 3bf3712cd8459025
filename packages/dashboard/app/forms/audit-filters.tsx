// The filter row of the audit log. What is typed goes into the URL after a short pause; phones fold it away.
import { allRoutes } from '@levelrail/contract/all-routes.ts'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useDebounced } from '../hooks/use-debounced.ts'
import { type AuditFilter, auditFilter } from '../pages/audit-filter.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'

const outcomeOptions = [
  { value: '', label: 'Any' },
  { value: 'ok', label: 'Done' },
  { value: 'failed', label: 'Failed' },
  { value: 'refused', label: 'Refused' },
] as const

const periods = [
  { value: 'any', label: 'Any time', hours: 0 },
  { value: '1', label: 'Last hour', hours: 1 },
  { value: '24', label: 'Last 24 hours', hours: 24 },
  { value: '168', label: 'Last 7 days', hours: 168 },
  { value: 'between', label: 'Between', hours: 0 },
] as const

const writes = Object.entries(allRoutes)
  .filter(([, route]) => route.method !== 'GET')
  .map(([id]) => id)

interface AuditFiltersProps {
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
}

export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const { draft, set, clear } = useDraft(filter, onChange)
  const [wantsBetween, setWantsBetween] = useState(false)
  const isBetween = wantsBetween || draft.from !== undefined || draft.to !== undefined
  const count = Object.keys(filter).length
  return (
    <search className="block border-b border-line px-6 pb-4 max-shell:px-4">
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="list:hidden!">
        <SlidersHorizontal className="size-3.5" aria-hidden="true" />
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <div
        className={`grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] items-end gap-3 max-list:grid-cols-2 max-list:pt-3 ${isOpen ? '' : 'max-list:hidden'}`}
      >
        <TextField
          label="Who"
          placeholder="E-mail or token"
          value={draft.actor ?? ''}
          onChange={(event) => set({ actor: event.target.value })}
        />
        <TextField
          label="Action"
          placeholder="userCreate"
          mono
          list="audit-actions"
          value={draft.action ?? ''}
          onChange={(event) => set({ action: event.target.value })}
        />
        <datalist id="audit-actions">
          {writes.map((id) => (
            <option key={id} value={id} />
          ))}
        </datalist>
        <TextField
          label="Resource"
          mono
          value={draft.resource ?? ''}
          onChange={(event) => set({ resource: event.target.value })}
        />
        <TextField
          label="Address"
          placeholder="203.0.113.7"
          mono
          value={draft.address ?? ''}
          onChange={(event) => set({ address: event.target.value })}
        />
        <SelectField
          label="Outcome"
          value={draft.outcome ?? ''}
          options={outcomeOptions}
          onChange={(outcome) => set({ outcome })}
        />
        <SelectField
          label="When"
          value={isBetween ? 'between' : 'any'}
          options={periods}
          onChange={(value) => {
            const hours = periods.find((period) => period.value === value)?.hours ?? 0
            setWantsBetween(value === 'between')
            if (value !== 'between') set({ from: hours ? hoursAgo(hours) : '', to: '' })
          }}
        />
        {isBetween && (
          <>
            <TextField
              label="From"
              type="datetime-local"
              className="col-span-2 max-w-52 max-list:max-w-none"
              value={localTime(draft.from)}
              onChange={(event) => set({ from: event.target.value })}
            />
            <TextField
              label="To"
              type="datetime-local"
              className="col-span-2 max-w-52 max-list:max-w-none"
              value={localTime(draft.to)}
              onChange={(event) => set({ to: event.target.value })}
            />
          </>
        )}
        {count > 0 && (
          <Button
            className="justify-self-start"
            onClick={() => {
              setWantsBetween(false)
              clear()
            }}
          >
            Clear
          </Button>
        )}
      </div>
    </search>
  )
}

/** What is typed runs ahead of the URL; a link that sets a filter changes what is typed. */
function useDraft(filter: AuditFilter, onChange: (filter: AuditFilter) => void) {
  const [draft, setDraft] = useState(filter)
  const [seen, setSeen] = useState(filter)
  const apply = useDebounced(onChange, 300)
  if (JSON.stringify(filter) !== JSON.stringify(seen)) {
    setSeen(filter)
    setDraft(filter)
  }
  return {
    draft,
    set: (change: Record<string, string>) => {
      const next = auditFilter({ ...draft, ...change })
      setDraft(next)
      apply(next)
    },
    clear: () => onChange({}),
  }
}

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString()
}

/** The URL has UTC; the control wants local time without a zone. */
function localTime(at: string | undefined): string {
  if (!at) return ''
  const time = new Date(at)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
