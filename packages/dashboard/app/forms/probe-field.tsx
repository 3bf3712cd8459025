// One health check: what is asked, how often, and when it counts as failed. Times in seconds.

import { SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import type { ProbeDraft } from './app-draft.ts'

interface ProbeFieldProps {
  label: string
  about: string
  value: ProbeDraft
  onChange: (value: ProbeDraft) => void
  disabled: boolean
}

const types = [
  { value: 'off', label: 'None' },
  { value: 'http', label: 'HTTP request' },
  { value: 'tcp', label: 'TCP connection' },
  { value: 'command', label: 'Command in the container' },
] as const

const times = [
  { name: 'interval', label: 'Interval' },
  { name: 'timeout', label: 'Timeout' },
  { name: 'start_period', label: 'Start period' },
] as const

export function ProbeField({ label, about, value, onChange, disabled }: ProbeFieldProps) {
  const set = (part: Partial<ProbeDraft>) => onChange({ ...value, ...part })
  return (
    <fieldset className="grid gap-3" disabled={disabled}>
      <SelectField label={label} hint={about} value={value.type} options={types} onChange={(type) => set({ type })} />
      {value.type === 'command' && (
        <TextAreaField
          label={`${label}: command`}
          hint="One argument a line."
          required
          value={value.command}
          onChange={(event) => set({ command: event.target.value })}
        />
      )}
      {value.type !== 'off' && (
        <div className="grid grid-cols-3 gap-3 max-list:grid-cols-2">
          {value.type === 'http' && (
            <TextField
              label={`${label}: path`}
              mono
              pattern="/.*"
              placeholder="/"
              value={value.path}
              onChange={(event) => set({ path: event.target.value })}
            />
          )}
          {value.type !== 'command' && (
            <TextField
              label={`${label}: port`}
              type="number"
              min={1}
              max={65535}
              placeholder="the app’s"
              value={value.port}
              onChange={(event) => set({ port: event.target.value })}
            />
          )}
          {times.map(({ name, label: title }) => (
            <TextField
              key={name}
              label={`${title} (s)`}
              type="number"
              min={0}
              step="any"
              placeholder="default"
              value={value[name]}
              onChange={(event) => set({ [name]: event.target.value })}
            />
          ))}
          <TextField
            label="Failures allowed"
            type="number"
            min={1}
            max={100}
            placeholder="default"
            value={value.failures}
            onChange={(event) => set({ failures: event.target.value })}
          />
        </div>
      )}
    </fieldset>
  )
}
