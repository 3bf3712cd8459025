// Which replica answers.
import { Section } from '../../components/section.tsx'
import { Choice, SelectField, TextField } from '../../ui/field.tsx'
import { defaultCookie } from '../rules-draft.ts'
import { textField } from '../settings/settings-part.ts'
import type { RulesPart } from './rules-part.ts'

const balances = [
  { value: 'leastconn', label: 'The one with the fewest open requests' },
  { value: 'roundrobin', label: 'One after the other' },
  { value: 'random', label: 'At random' },
  { value: 'source', label: 'By the address of the visitor' },
] as const

export function BalanceRules(part: RulesPart) {
  const { draft, set, disabled, errorAt } = part
  return (
    <Section title="Replicas" about="Which replica gets a request, where the app has more than one.">
      <div className="grid gap-4">
        <SelectField
          label="Choose"
          value={draft.balance}
          options={balances}
          disabled={disabled}
          error={errorAt('balance')}
          onChange={(balance) => set({ balance })}
        />
        <Choice
          type="checkbox"
          label="Keep a visitor at one replica"
          hint="By a cookie that the ingress sets. While that replica is there, it answers."
          disabled={disabled}
          checked={draft.isSticky}
          onChange={({ target }) => set({ isSticky: target.checked })}
        />
        {draft.isSticky && (
          <TextField
            label="Name of the cookie"
            mono
            maxLength={64}
            pattern="[A-Za-z0-9_\-]+"
            title="Letters, digits, _ and -"
            placeholder={defaultCookie}
            {...textField(part, 'cookie_name', 'sticky')}
          />
        )}
      </div>
    </Section>
  )
}
