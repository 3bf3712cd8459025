// How long the ingress waits, and how much it takes.
import { Section } from '../../components/section.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { type SizeUnit, sizeUnits } from '../rules-draft.ts'
import { textField } from '../settings/settings-part.ts'
import type { RulesPart } from './rules-part.ts'

const times = [
  { name: 'connect_seconds', label: 'Connect (s)', most: 60, usual: '3', hint: 'To reach a replica.' },
  { name: 'response_seconds', label: 'Answer (s)', most: 86_400, usual: '300', hint: 'Without a byte from it: 504.' },
  { name: 'idle_seconds', label: 'Silence (s)', most: 86_400, usual: '86400', hint: 'Of a WebSocket.' },
] as const

const units: readonly { value: SizeUnit; label: string }[] = [
  { value: 'B', label: 'bytes' },
  { value: 'kB', label: 'kB' },
  { value: 'MB', label: 'MB' },
  { value: 'GB', label: 'GB' },
]

export function LimitRules(part: RulesPart) {
  const { draft, set, disabled } = part
  return (
    <Section title="Times and sizes" about="Empty takes what stands in the field. A larger body is answered 413.">
      <div className="grid gap-4">
        <div className="grid grid-cols-3 gap-4 max-list:grid-cols-1">
          {times.map(({ name, label, most, usual, hint }) => (
            <TextField
              key={name}
              label={label}
              type="number"
              min={1}
              max={most}
              placeholder={usual}
              hint={hint}
              {...textField(part, name, `timeouts.${name}`)}
            />
          ))}
        </div>
        <div className="grid grid-cols-3 gap-4 max-list:grid-cols-2">
          <TextField
            label="Largest body"
            type="number"
            min={0}
            max={1_000_000_000_000 / sizeUnits[draft.body_unit]}
            step="any"
            placeholder="no limit"
            hint="One without a length is answered 411."
            {...textField(part, 'body_limit', 'body_limit_bytes')}
          />
          <SelectField
            label="Unit"
            value={draft.body_unit}
            options={units}
            disabled={disabled || draft.body_limit === ''}
            onChange={(body_unit) => set({ body_unit })}
          />
        </div>
      </div>
    </Section>
  )
}
