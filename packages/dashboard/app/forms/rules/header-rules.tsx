// Headers that the ingress sets or takes away, on the way in and on the way out.
import { Plus, X } from 'lucide-react'
import { Section } from '../../components/section.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { type HeaderRow, newHeader } from '../rules-draft.ts'
import type { RulesPart } from './rules-part.ts'

const ways = [
  { field: 'request_headers', title: 'Of requests, before the app sees them', what: 'request header' },
  { field: 'response_headers', title: 'Of answers, before visitors see them', what: 'answer header' },
] as const

export function HeaderRules({ draft, set, disabled, errorAt }: RulesPart) {
  return (
    <Section title="Headers" about="Set replaces what is there under the same name.">
      <div className="grid gap-5">
        {ways.map(({ field, title, what }) => (
          <div key={field} className="grid gap-2">
            <p className="font-strong">{title}</p>
            <HeaderRows
              what={what}
              rows={draft[field]}
              disabled={disabled}
              onChange={(rows) => set({ [field]: rows })}
            />
            <FieldError text={errorAt(field)} />
          </div>
        ))}
      </div>
    </Section>
  )
}

interface HeaderRowsProps {
  what: string
  rows: readonly HeaderRow[]
  disabled: boolean
  onChange: (rows: HeaderRow[]) => void
}

const input = 'h-8 min-w-0 rounded-md border border-edge bg-page px-2.5 disabled:opacity-60 invalid:border-bad'

function HeaderRows({ what, rows, disabled, onChange }: HeaderRowsProps) {
  const change = (id: number, part: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  return (
    <>
      {rows.map((row, index) => (
        <div
          key={row.id}
          className="grid grid-cols-[6rem_minmax(0,2fr)_minmax(0,3fr)_2rem] gap-2 max-list:grid-cols-[6rem_minmax(0,1fr)_2rem]"
        >
          <select
            aria-label={`Act of ${what} ${index + 1}`}
            value={row.act}
            disabled={disabled}
            onChange={({ target }) => change(row.id, { act: target.value === 'remove' ? 'remove' : 'set' })}
            className={`${input} pr-1!`}
          >
            <option value="set">Set</option>
            <option value="remove">Remove</option>
          </select>
          <input
            aria-label={`Name of ${what} ${index + 1}`}
            placeholder="X-Frame-Options"
            required
            maxLength={100}
            pattern="[^\s:]+"
            title="No spaces and no colon"
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            value={row.name}
            onChange={({ target }) => change(row.id, { name: target.value })}
            className={`${input} font-mono`}
          />
          <input
            aria-label={`Value of ${what} ${index + 1}`}
            placeholder={row.act === 'remove' ? 'taken away' : 'Value'}
            maxLength={1000}
            pattern="[\x20-\x7e]*"
            title="Plain letters, digits and signs"
            autoComplete="off"
            spellCheck={false}
            disabled={disabled || row.act === 'remove'}
            value={row.act === 'remove' ? '' : row.value}
            onChange={({ target }) => change(row.id, { value: target.value })}
            className={`${input} font-mono max-list:order-last max-list:col-span-2`}
          />
          <IconButton
            label={`Remove the row of ${what} ${row.name || index + 1}`}
            disabled={disabled}
            onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
          >
            <X className="size-3.5" aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {!disabled && (
        <Button className="justify-self-start" onClick={() => onChange([...rows, newHeader()])}>
          <Plus className="size-3.5" aria-hidden="true" />
          {`Add ${what.startsWith('a') ? 'an' : 'a'} ${what}`}
        </Button>
      )}
    </>
  )
}
