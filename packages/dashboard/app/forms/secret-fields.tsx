// Name and value of a secret, of an app or of a tier. The value goes in and never comes out.
import { TextAreaField, TextField } from '../ui/field.tsx'
import { envKeyHint, envKeyPattern } from './pair-rows.tsx'

interface SecretFieldsProps {
  name: string
  /** Without it the name stays. */
  onName?: ((name: string) => void) | undefined
  value: string
  onValue: (value: string) => void
}

export function SecretFields({ name, onName, value, onValue }: SecretFieldsProps) {
  return (
    <>
      {onName && (
        <TextField
          label="Name"
          mono
          required
          pattern={envKeyPattern}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          value={name}
          hint={`${envKeyHint}.`}
          onChange={(event) => onName(event.target.value)}
        />
      )}
      <TextAreaField
        label="Value"
        required
        maxLength={65536}
        autoComplete="off"
        value={value}
        hint="As it is, line breaks too. It is never shown again."
        onChange={(event) => onValue(event.target.value)}
      />
    </>
  )
}
