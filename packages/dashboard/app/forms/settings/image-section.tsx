// Which image is run, where it comes from, and the port on which it listens.
import { useQuery } from '@tanstack/react-query'
import { registryCredentialsQuery } from '../../api/queries.ts'
import { Section } from '../../components/section.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { imageHint } from '../spec-fields.tsx'
import { type SettingsPart, textField } from './settings-part.ts'

const pullPolicies = [
  { value: 'missing', label: 'When it is not there' },
  { value: 'always', label: 'At every deploy' },
  { value: 'never', label: 'Never: it must be there' },
] as const

export function ImageSection(part: SettingsPart) {
  const { draft, set, disabled, errorAt } = part
  return (
    <Section
      title="Image and port"
      about="The image changes with the next deploy, the port with the next deploy or restart."
    >
      <div className="grid gap-4">
        <TextField label="Image" mono maxLength={255} hint={imageHint} {...textField(part, 'image')} />
        <CredentialField {...part} />
        <div className="grid grid-cols-2 gap-4 max-list:grid-cols-1">
          <SelectField
            label="Pull the image"
            value={draft.pull_policy}
            options={pullPolicies}
            disabled={disabled}
            hint="A tag may come to mean another image."
            error={errorAt('pull_policy')}
            onChange={(pull_policy) => set({ pull_policy })}
          />
          <TextField
            label="Port"
            type="number"
            min={1}
            max={65535}
            hint="Where it listens in the container. Empty: it takes no requests."
            {...textField(part, 'port')}
          />
        </div>
      </div>
    </Section>
  )
}

function CredentialField({ draft, set, disabled, errorAt }: SettingsPart) {
  const { data: credentials } = useQuery(registryCredentialsQuery)
  const chosen = draft.registry_credential_id
  const options = [
    { value: '', label: 'None: anybody may pull it' },
    ...(credentials ?? []).map(({ id, name, registry_host: host, username }) => ({
      value: id,
      label: `${name}: ${username} at ${host}`,
    })),
  ]
  const isKnown = options.some(({ value }) => value === chosen)
  return (
    <SelectField
      label="Registry credential"
      value={chosen}
      options={isKnown ? options : [...options, { value: chosen, label: `${chosen}${credentials ? ' (gone)' : ''}` }]}
      disabled={disabled}
      hint="Who we are at the registry of a private image. Counts at the next deploy."
      error={errorAt('registry_credential_id')}
      onChange={(registry_credential_id) => set({ registry_credential_id })}
    />
  )
}
