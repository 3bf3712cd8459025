// How fast one visitor may ask.
import { Section } from '../../components/section.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { textField } from '../settings/settings-part.ts'
import type { RulesPart } from './rules-part.ts'

const units = [
  { value: 'second', label: 'a second' },
  { value: 'minute', label: 'a minute' },
] as const

export function RateRules(part: RulesPart) {
  return (
    <Section title="Rate limit" about="Whoever asks more often is answered 429 until it is less again.">
      <div className="grid grid-cols-2 gap-4 max-list:grid-cols-1">
        <TextField
          label="Requests of one address"
          type="number"
          min={1}
          max={1_000_000}
          placeholder="no limit"
          hint="Empty: no limit. Of IPv6, a /64 is one address."
          {...textField(part, 'rate_requests', 'rate_limit')}
        />
        <SelectField
          label="In"
          value={part.draft.rate_per}
          options={units}
          disabled={part.disabled || part.draft.rate_requests === ''}
          onChange={(rate_per) => part.set({ rate_per })}
        />
      </div>
    </Section>
  )
}
