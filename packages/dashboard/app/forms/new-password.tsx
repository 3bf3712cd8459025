// A password to be: the rule beside it, and whether what is typed meets it.
import { PasswordField } from '../ui/field.tsx'
import { StatusMark } from '../ui/status-mark.tsx'

export const passwordMinLength = 10

interface NewPasswordProps {
  label: string
  value: string
  onChange: (value: string) => void
}

export function NewPassword({ label, value, onChange }: NewPasswordProps) {
  const missing = passwordMinLength - value.length
  return (
    <PasswordField
      label={label}
      required
      minLength={passwordMinLength}
      autoComplete="new-password"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={
        <span className="flex items-center gap-1.5">
          <StatusMark tone={missing <= 0 ? 'ok' : 'stopped'} className="size-2.5!" />
          At least {passwordMinLength} characters{value !== '' && missing > 0 && `, ${missing} to go`}
        </span>
      }
    />
  )
}
