// Every field of an app's settings, in the order in which people look for them.

import { Section } from '../components/section.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import type { AppDraft } from './app-draft.ts'
import { PairRows } from './pair-rows.tsx'
import { ProbeField } from './probe-field.tsx'
import { imageHint, memoryHint, VolumeRows } from './spec-fields.tsx'

interface AppSettingsFieldsProps {
  draft: AppDraft
  onChange: (draft: AppDraft) => void
  disabled: boolean
}

const strategies = [
  { value: 'blue-green', label: 'Blue-green: all new beside all old, then switch' },
  { value: 'rolling', label: 'Rolling: one replica after the other' },
  { value: 'recreate', label: 'Recreate: stop the old, then start the new' },
] as const

const pullPolicies = [
  { value: 'missing', label: 'When it is not there' },
  { value: 'always', label: 'At every deploy' },
  { value: 'never', label: 'Never: it must be there' },
] as const

type TextName = 'image' | 'port' | 'replicas' | 'memory' | 'cpu' | 'swap' | 'cpuset' | 'command' | 'entrypoint'

export function AppSettingsFields({ draft, onChange, disabled }: AppSettingsFieldsProps) {
  const set = (part: Partial<AppDraft>) => onChange({ ...draft, ...part })
  const field = (name: TextName) => ({
    value: draft[name],
    disabled,
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  return (
    <>
      <Section
        title="Image and port"
        about="The image changes with the next deploy, the port with the next deploy or restart."
      >
        <div className="grid gap-4">
          <TextField label="Image" mono maxLength={255} hint={imageHint} {...field('image')} />
          <div className="grid grid-cols-2 gap-4 max-list:grid-cols-1">
            <SelectField
              label="Pull the image"
              value={draft.pull_policy}
              options={pullPolicies}
              disabled={disabled}
              onChange={(pull_policy) => set({ pull_policy })}
            />
            <TextField label="Port" type="number" min={1} max={65535} hint="Where it listens" {...field('port')} />
          </div>
        </div>
      </Section>
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
            className="max-w-40"
            {...field('replicas')}
          />
          <SelectField
            label="Strategy"
            value={draft.strategy}
            options={strategies}
            disabled={disabled}
            hint="An app with volumes and one replica is always recreated: two must not write at once."
            onChange={(strategy) => set({ strategy })}
          />
        </div>
      </Section>
      <Section title="Resources" about="Limits change at once, in the containers that run.">
        <div className="grid grid-cols-2 gap-4 max-list:grid-cols-1">
          <TextField label="Memory limit" mono placeholder="512Mi" hint={memoryHint} {...field('memory')} />
          <TextField
            label="CPU limit"
            mono
            placeholder="0.5"
            hint="Number of CPUs. Empty: no limit."
            {...field('cpu')}
          />
          <TextField
            label="Swap"
            mono
            placeholder="256Mi"
            hint="On top of memory; needs a memory limit."
            {...field('swap')}
          />
          <TextField
            label="CPU set"
            mono
            placeholder="0-1,3"
            hint="Which CPUs it may use. Empty: all."
            {...field('cpuset')}
          />
        </div>
      </Section>
      <Section
        title="Health checks"
        about="With the next deploy or restart. An empty time or number is the server’s default."
      >
        <div className="grid gap-5">
          <ProbeField
            label="Readiness"
            about="Whether it may get requests. A deploy waits for it."
            value={draft.readiness}
            disabled={disabled}
            onChange={(readiness) => set({ readiness })}
          />
          <ProbeField
            label="Liveness"
            about="Whether it must be started again."
            value={draft.liveness}
            disabled={disabled}
            onChange={(liveness) => set({ liveness })}
          />
        </div>
      </Section>
      <Section title="Command" about="With the next deploy or restart. Empty: what the image says.">
        <div className="grid gap-4">
          <TextAreaField label="Entrypoint" hint="One argument a line." {...field('entrypoint')} />
          <TextAreaField label="Command" hint="One argument a line." {...field('command')} />
        </div>
      </Section>
      <Section
        title="Volumes"
        about="With the next deploy or restart. A volume that is taken off here stays on the machine."
      >
        <VolumeRows rows={draft.volumes} onChange={(volumes) => set({ volumes })} disabled={disabled} />
      </Section>
      <Section
        title="Labels"
        about="With the next deploy or restart. Written on the containers, for programs of yours."
      >
        <PairRows
          what="label"
          keyLabel="Label"
          valueLabel="Text"
          keyPattern="[A-Za-z0-9][A-Za-z0-9._\/\-]*"
          rows={draft.labels}
          onChange={(labels) => set({ labels })}
          disabled={disabled}
        />
      </Section>
    </>
  )
}
