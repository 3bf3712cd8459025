// A code of the second factor, as the keyboards of phones and password managers want it.
import { TextField } from '../ui/field.tsx'

interface CodeFieldProps {
  kind: 'code' | 'recovery' | 'either'
  value: string
  onChange: (value: string) => void
}

const labels = { code: 'Code', recovery: 'Recovery code', either: 'Code or recovery code' }
const hints = {
  code: 'Six digits from your authenticator app',
  recovery: 'One of the codes you kept when you turned the second factor on; each works once',
  either: 'Six digits from your authenticator app, or a recovery code',
}

export function CodeField({ kind, value, onChange }: CodeFieldProps) {
  return (
    <TextField
      key={kind}
      label={labels[kind]}
      hint={hints[kind]}
      mono
      required
      autoFocus
      minLength={6}
      maxLength={32}
      spellCheck={false}
      autoComplete={kind === 'recovery' ? 'off' : 'one-time-code'}
      inputMode={kind === 'code' ? 'numeric' : 'text'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** People type codes in groups; the server wants none of the spaces. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/\s+/g, '')
}
