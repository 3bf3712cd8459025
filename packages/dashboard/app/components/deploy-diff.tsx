// What differs between two deploys: settings with their texts, variables and secrets by name alone.
import type { DeployDiff } from '@levelrail/contract/schemas/deploys.ts'
import clsx from 'clsx'

type EnvChange = DeployDiff['env'][number]

const changeSigns: Record<EnvChange['status'], string> = { added: '+', changed: '±', removed: '−' }

export function DeployDiffList({ diff, label = 'What will change' }: { diff: DeployDiff; label?: string }) {
  if (diff.fields.length === 0 && diff.env.length === 0) return <p className="text-muted">Nothing differs.</p>
  return (
    <ul
      aria-label={label}
      className="grid max-h-60 gap-1 overflow-y-auto rounded-md border border-line bg-rail px-3 py-2"
    >
      {diff.fields.map(({ field, before, after }) => (
        <li key={field} className="text-small wrap-anywhere">
          <span className="text-muted">{field}: </span>
          <del className="text-bad">{shorten(field, before)}</del> <span aria-hidden="true">→</span>{' '}
          <ins className="text-ok no-underline">{shorten(field, after)}</ins>
        </li>
      ))}
      {diff.env.map(({ key, status, secret }) => (
        <li key={key} className="text-small wrap-anywhere">
          <span
            aria-hidden="true"
            className={clsx(
              'mr-1 font-mono',
              status === 'removed' ? 'text-bad' : status === 'added' ? 'text-ok' : 'text-warn',
            )}
          >
            {changeSigns[status]}
          </span>
          <code>{key}</code>{' '}
          <span className="text-muted">
            {secret ? 'secret' : 'variable'} {status}
          </span>
        </li>
      ))}
    </ul>
  )
}

function shorten(field: string, text: string | null): string {
  if (text === null) return 'none'
  return field === 'digest' ? shortDigest(text) : text
}

export function shortDigest(digest: string): string {
  return digest.slice(0, 'sha256:'.length + 12)
}
