// The filter row of the audit log. What is typed counts with Enter or on leaving the field; phones fold the row away.
import { allRoutes } from '@levelrail/contract/all-routes.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { rowsOf, usersQuery } from '../api/queries.ts'
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

const texts = [
  { name: 'actor', label: 'Who', placeholder: 'E-mail or token name', list: 'audit-actors' },
  { name: 'action', label: 'Action', placeholder: 'userCreate', list: 'audit-actions' },
  { name: 'resource', label: 'Resource', placeholder: 'users', list: undefined },
  { name: 'address', label: 'Address', placeholder: '203.0.113.7', list: undefined },
] as const

const writes = Object.entries(allRoutes)
  .filter(([, route]) => route.method !== 'GET')
  .map(([id]) => id)

interface AuditFiltersProps {
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
}

export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const users = rowsOf(useInfiniteQuery(usersQuery).data)
  const [isOpen, setOpen] = useState(false)
  const [wantsBetween, setWantsBetween] = useState(false)
  const isBetween = wantsBetween || filter.from !== undefined || filter.to !== undefined
  const count = Object.keys(filter).length
  const set = (change: Record<string, string>) => {
    const next = auditFilter({ ...filter, ...change })
    if (JSON.stringify(next) !== JSON.stringify(filter)) onChange(next)
  }
  return (
    <search className="block border-b border-line px-6 pb-4 max-shell:px-4">
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="list:hidden!">
        <SlidersHorizontal className="size-3.5" aria-hidden="true" />
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <div
        className={`grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] items-end gap-3 max-list:grid-cols-2 max-list:pt-3 ${isOpen ? '' : 'max-list:hidden'}`}
      >
        {texts.map(({ name, label, placeholder, list }) => (
          <TextField
            key={`${name} ${filter[name]}`}
            label={label}
            placeholder={placeholder}
            list={list}
            defaultValue={filter[name] ?? ''}
            onBlur={(event) => set({ [name]: event.target.value.trim() })}
            onKeyDown={(event) => {
              if (event.key === 'Enter') set({ [name]: event.currentTarget.value.trim() })
            }}
          />
        ))}
        <Suggestions id="audit-actors" values={users?.map((user) => user.email) ?? []} />
        <Suggestions id="audit-actions" values={writes} />
        <SelectField
          label="Outcome"
          value={filter.outcome ?? ''}
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
            <TimeField label="From" at={filter.from} onChange={(from) => set({ from })} />
            <TimeField label="To" at={filter.to} onChange={(to) => set({ to })} />
          </>
        )}
        {count > 0 && (
          <Button
            className="justify-self-start"
            onClick={() => {
              setWantsBetween(false)
              onChange({})
            }}
          >
            Clear
          </Button>
        )}
      </div>
    </search>
  )
}

function Suggestions({ id, values }: { id: string; values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}

interface TimeFieldProps {
  label: string
  at: string | undefined
  onChange: (at: string) => void
}

function TimeField({ label, at, onChange }: TimeFieldProps) {
  return (
    <TextField
      key={at}
      label={label}
      type="datetime-local"
      className="col-span-2 max-w-52 max-list:max-w-none"
      defaultValue={localTime(at)}
      onBlur={(event) => onChange(event.target.value === localTime(at) ? (at ?? '') : event.target.value)}
    />
  )
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
