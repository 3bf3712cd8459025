// How many run, and how the next version takes over.
import { Section } from '../../components/section.tsx'
import { Choice, SelectField, TextField } from '../../ui/field.tsx'
import { type SettingsPart, textField } from './settings-part.ts'

const strategies = [
  { value: 'blue-green', label: 'Blue-green: all new beside all old, then switch' },
  { value: 'rolling', label: 'Rolling: one replica after the other' },
  { value: 'recreate', label: 'Recreate: stop the old, then start the new' },
] as const

export function ScaleSection(part: SettingsPart) {
  const { draft, set, disabled, errorAt } = part
  return (
    <Section
      title="Replicas and strategy"
      about="The number of replicas changes at once. The strategy counts at the next deploy."
    >
      <div className="grid gap-4">
        <TextField
          label="Replicas"
          type="number"
          required
          min={0}
          max={50}
          className="max-w-60"
          hint="How many run at once; 0 runs none."
          {...textField(part, 'replicas')}
        />
        <SelectField
          label="Strategy"
          value={draft.strategy}
          options={strategies}
          disabled={disabled}
          hint="With a port of the machine, or volumes and one replica, it is always recreated: two must not run at once."
          error={errorAt('strategy')}
          onChange={(strategy) => set({ strategy })}
        />
        <Choice
          type="checkbox"
          label="Roll back by itself"
          hint="Kept at once; nothing triggers it yet. A deploy that fails leaves what served in place either way."
          checked={draft.auto_rollback}
          disabled={disabled}
          error={errorAt('auto_rollback')}
          onChange={(event) => set({ auto_rollback: event.target.checked })}
        />
      </div>
    </Section>
  )
}
