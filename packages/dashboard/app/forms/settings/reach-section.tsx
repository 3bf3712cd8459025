// How the app is reached: names, and a port of the machine.
import { Section } from '../../components/section.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { type SettingsPart, textField } from './settings-part.ts'

const binds = [
  { value: 'private', label: 'This machine only (loopback)' },
  { value: 'public', label: 'Every interface: open to the network' },
  { value: 'address', label: 'One IP address' },
] as const

export function ReachSection(part: SettingsPart) {
  const { draft, set, disabled, errorAt } = part
  return (
    <Section
      title="Reach it"
      about="Domains are served at once; how each is served stands under Domains. A port of the machine opens with the next deploy or restart."
    >
      <div className="grid gap-4">
        <TextAreaField
          label="Domains"
          placeholder={'example.com\nexample.com/api'}
          hint="One a line, without scheme or port. Each belongs to one app only."
          {...textField(part, 'domains')}
        />
        <div className="grid grid-cols-2 gap-4 max-list:grid-cols-1">
          <TextField
            label="Port of the machine"
            type="number"
            min={1}
            max={65535}
            hint="Leads to the app’s port. Empty: none. Allows one replica, which is stopped before the next starts."
            {...textField(part, 'host_port')}
          />
          <SelectField
            label="Listens on"
            value={draft.bind}
            options={binds}
            disabled={disabled}
            hint="Who can reach that port."
            error={draft.bind === 'address' ? undefined : errorAt('bind_address')}
            onChange={(bind) => set({ bind })}
          />
        </div>
        {draft.bind === 'address' && (
          <TextField
            label="IP address"
            mono
            required
            maxLength={45}
            pattern="[0-9A-Fa-f.:]+"
            title="An IPv4 or IPv6 address"
            placeholder="10.0.0.5"
            hint="An address of this machine."
            {...textField(part, 'bind_ip', 'bind_address')}
          />
        )}
      </div>
    </Section>
  )
}
