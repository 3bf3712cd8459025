// What an edit will change, before it is saved: each field with what it was and what it becomes.
export type Change = readonly [name: string, before: string, after: string]

export function ChangeList({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null
  return (
    <ul
      aria-label="What will change"
      className="grid max-h-60 gap-1 overflow-y-auto rounded-md border border-line bg-rail px-3 py-2"
    >
      {changes.map(([name, before, after]) => (
        <li key={name} className="text-small wrap-anywhere">
          <span className="text-muted">{name}: </span>
          <del className="text-bad">{before}</del> <span aria-hidden="true">→</span>{' '}
          <ins className="text-ok no-underline">{after}</ins>
        </li>
      ))}
    </ul>
  )
}
