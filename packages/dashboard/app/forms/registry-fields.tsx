// What a credential of a registry is made of, for adding one and for changing one.
import { PasswordField, TextField } from '../ui/field.tsx'

export interface RegistryDraft {
  name: string
  registry_host: string
  username: string
  password: string
}

interface RegistryFieldsProps {
  draft: RegistryDraft
  onChange: (draft: RegistryDraft) => void
  isPasswordNeeded: boolean
  passwordHint: string
}

export function RegistryFields({ draft, onChange, isPasswordNeeded, passwordHint }: RegistryFieldsProps) {
  const set = (field: keyof RegistryDraft) => (event: { target: { value: string } }) =>
    onChange({ ...draft, [field]: event.target.value })
  return (
    <>
      <TextField
        label="Name"
        required
        maxLength={100}
        autoComplete="off"
        placeholder="our images"
        hint="So that you know later which one it is"
        value={draft.name}
        onChange={set('name')}
      />
      <TextField
        label="Registry"
        mono
        required
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        placeholder="ghcr.io"
        hint="Host, with its port if it has one; no https:// and no path"
        value={draft.registry_host}
        onChange={set('registry_host')}
      />
      <TextField
        label="User name"
        mono
        required
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        value={draft.username}
        onChange={set('username')}
      />
      <PasswordField
        label="Password or access token"
        required={isPasswordNeeded}
        maxLength={10_000}
        autoComplete="new-password"
        hint={passwordHint}
        value={draft.password}
        onChange={set('password')}
      />
    </>
  )
}
