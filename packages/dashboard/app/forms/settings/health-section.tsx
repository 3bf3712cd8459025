// When a replica may get requests, and when it must be started again.
import { Section } from '../../components/section.tsx'
import { ProbeField } from '../probe-field.tsx'
import type { SettingsPart } from './settings-part.ts'

const probes = [
  { name: 'readiness', label: 'Readiness', about: 'Whether it may get requests. A deploy waits for it.' },
  { name: 'liveness', label: 'Liveness', about: 'Whether it must be started again.' },
] as const

export function HealthSection({ draft, set, disabled, errorAt }: SettingsPart) {
  return (
    <Section
      title="Health checks"
      about="With the next deploy or restart. Times are in seconds; an empty one is the server’s default."
    >
      <div className="grid gap-5">
        {probes.map(({ name, ...words }) => (
          <ProbeField
            key={name}
            {...words}
            value={draft[name]}
            disabled={disabled}
            errorAt={(field) => errorAt(field === '' ? `health.${name}` : `health.${name}.${field}`)}
            onChange={(probe) => set({ [name]: probe })}
          />
        ))}
      </div>
    </Section>
  )
}
