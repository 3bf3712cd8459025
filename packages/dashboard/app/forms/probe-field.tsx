// One health check: what is asked, how often, and when it counts as failed. Times in seconds.

import { SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import type { ProbeDraft } from './app-draft.ts'

interface ProbeFieldProps {
  label: string
  about: string
  value: ProbeDraft
  onChange: (value: ProbeDraft) => void
  disabled: boolean
  /** By the name in the probe; empty for the probe itself. */
  errorAt: (field: string) => string | undefined
}

const types = [
  { value: 'off', label: 'None' },
  { value: 'http', label: 'HTTP request' },
  { value: 'tcp', label: 'TCP connection' },
  { value: 'command', label: 'Command in the container' },
] as const

const times = [
  { name: 'interval', label: 'Interval', hint: 'From one check to the next.' },
  { name: 'timeout', label: 'Timeout', hint: 'No answer by then has failed.' },
  { name: 'start_period', label: 'Start period', hint: 'Failures before then do not count.' },
] as const

export function ProbeField({ label, about, value, onChange, disabled, errorAt }: ProbeFieldProps) {
  const set = (part: Partial<ProbeDraft>) => onChange({ ...value, ...part })
  return (
    <fieldset className="grid gap-3" disabled={disabled}>
      <SelectField
        label={label}
        hint={about}
        value={value.type}
        options={types}
        error={errorAt('type')}
        onChange={(type) => set({ type })}
      />
      {value.type === 'command' && (
        <TextAreaField
          label={`${label}: command`}
          hint="One argument a line."
          required
          error={errorAt('command')}
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
              hint="Any answer below 400 is well."
              error={errorAt('path')}
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
              hint="Empty: the app’s port."
              error={errorAt('port')}
              value={value.port}
              onChange={(event) => set({ port: event.target.value })}
            />
          )}
          {times.map(({ name, label: title, hint }) => (
            <TextField
              key={name}
              label={`${title} (s)`}
              type="number"
              min={0}
              step="any"
              placeholder="default"
              hint={hint}
              error={errorAt(name)}
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
            hint="In a row, before it counts."
            error={errorAt('failures')}
            value={value.failures}
            onChange={(event) => set({ failures: event.target.value })}
          />
        </div>
      )}
    </fieldset>
  )
}
