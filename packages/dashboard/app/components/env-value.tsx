// The value of a variable in a table: in mono and on one line; a secret has none to show.
import { Lock } from 'lucide-react'

export function EnvValue({ value }: { value: string | null }) {
  if (value === null)
    return (
      <span className="inline-flex items-center gap-1.5 text-muted">
        <Lock className="size-3" aria-hidden="true" />
        secret
      </span>
    )
  if (value === '') return <span className="text-faint">empty</span>
  return (
    <code title={value} className="block truncate">
      {value}
    </code>
  )
}
