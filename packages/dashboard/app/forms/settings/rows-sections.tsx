// Volumes and labels: rows of a name and a text.
import { Section } from '../../components/section.tsx'
import { FieldError } from '../../ui/field.tsx'
import { PairRows } from '../pair-rows.tsx'
import { VolumeRows } from '../spec-fields.tsx'
import type { SettingsPart } from './settings-part.ts'

export function VolumesSection({ draft, set, disabled, errorAt }: SettingsPart) {
  return (
    <Section
      title="Volumes"
      about="With the next deploy or restart. A volume that is taken off here stays on the machine."
    >
      <VolumeRows rows={draft.volumes} onChange={(volumes) => set({ volumes })} disabled={disabled} />
      <FieldError text={errorAt('volumes')} />
    </Section>
  )
}

export function LabelsSection({ draft, set, disabled, errorAt }: SettingsPart) {
  return (
    <Section title="Labels" about="With the next deploy or restart. Written on the containers, for programs of yours.">
      <PairRows
        what="label"
        keyLabel="Label"
        valueLabel="Text"
        keyPattern="[A-Za-z0-9][A-Za-z0-9._\/\-]*"
        rows={draft.labels}
        onChange={(labels) => set({ labels })}
        disabled={disabled}
      />
      <FieldError text={errorAt('labels')} />
    </Section>
  )
}
