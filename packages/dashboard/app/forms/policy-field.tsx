// Which apps and databases a person or token may touch: all, none, or those whose names match.
import type { Policy } from '@levelrail/contract/schemas/users.ts'
import { useState } from 'react'
import { SelectField, TextField } from '../ui/field.tsx'

type Globs = string[] | null

const choices = [
  { value: 'all', label: 'Every one' },
  { value: 'some', label: 'Only these names' },
  { value: 'none', label: 'None' },
] as const

interface PolicyFieldProps {
  value: Policy | null
  onChange: (policy: Policy | null) => void
}

export function PolicyField({ value, onChange }: PolicyFieldProps) {
  const policy = value ?? { apps: null, databases: null }
  const set = (change: Partial<Policy>) => {
    const next = { ...policy, ...change }
    onChange(next.apps === null && next.databases === null ? null : next)
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="pb-1.5 font-strong">May touch</legend>
      <KindField label="Apps" globs={policy.apps} onChange={(apps) => set({ apps })} />
      <KindField label="Databases" globs={policy.databases} onChange={(databases) => set({ databases })} />
    </fieldset>
  )
}

function KindField({ label, globs, onChange }: { label: string; globs: Globs; onChange: (globs: Globs) => void }) {
  const [choice, setChoice] = useState(globs === null ? 'all' : globs.length === 0 ? 'none' : 'some')
  const [text, setText] = useState(globs?.join(' ') ?? '')
  return (
    <div className="grid grid-cols-[11.5rem_minmax(0,1fr)] items-start gap-3 max-list:grid-cols-1">
      <SelectField
        label={label}
        value={choices.find((option) => option.value === choice)?.value ?? 'all'}
        options={choices}
        onChange={(next) => {
          setChoice(next)
          onChange(next === 'all' ? null : next === 'none' ? [] : parseGlobs(text))
        }}
      />
      {choice === 'some' && (
        <TextField
          label={`Names of ${label.toLowerCase()}`}
          mono
          required
          placeholder="shop-* blog"
          pattern="[a-z0-9*?\- ,]+"
          title="Lower-case letters, digits and hyphens; * and ? stand for others"
          hint="Apart by spaces; * stands for any letters, ? for one"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            onChange(parseGlobs(event.target.value))
          }}
        />
      )}
    </div>
  )
}

function parseGlobs(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}
