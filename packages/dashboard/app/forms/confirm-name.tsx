// The name of what is to be removed, typed by hand, so that nothing goes by a slip.
import { TextField } from '../ui/field.tsx'

interface ConfirmNameProps {
  name: string
  typed: string
  onChange: (typed: string) => void
}

export function ConfirmName({ name, typed, onChange }: ConfirmNameProps) {
  return (
    <TextField
      label={`Type ${name} to confirm`}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
