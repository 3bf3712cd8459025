// What the app may reach, and who may get into its containers.
import { useIdentity } from '../../api/queries.ts'
import { can } from '../../can.ts'
import { Section } from '../../components/section.tsx'
import { Choice, SelectField } from '../../ui/field.tsx'
import type { SettingsPart } from './settings-part.ts'

const policies = [
  { value: 'open', label: 'Open: the internet and other open apps' },
  { value: 'internal', label: 'Internal: only such apps of its project' },
] as const

export function AccessSection({ draft, set, disabled, errorAt }: SettingsPart) {
  const who = useIdentity()
  // Whoever may write may turn it off.
  const isRefused = !can.enableExec(who) && !draft.exec_enabled
  return (
    <Section
      title="Network and terminals"
      about="The network changes with the next deploy or restart. Terminals open or close at once."
    >
      <div className="grid gap-4">
        <SelectField
          label="Way out"
          value={draft.egress_policy}
          options={policies}
          disabled={disabled}
          hint="Internal has no way to the internet, and cannot have a port of the machine."
          error={errorAt('egress_policy')}
          onChange={(egress_policy) => set({ egress_policy })}
        />
        <Choice
          type="checkbox"
          label="Allow commands and terminals in its containers"
          hint={`Who runs a command there can read every secret of the app, so only root may turn this on and use it.${
            isRefused ? ' You do not have root.' : ''
          }`}
          checked={draft.exec_enabled}
          disabled={disabled || isRefused}
          error={errorAt('exec_enabled')}
          onChange={(event) => set({ exec_enabled: event.target.checked })}
        />
      </div>
    </Section>
  )
}
