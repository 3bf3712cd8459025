// What an edit of variables will change, before it is saved.
import { ChangeList } from '../components/change-list.tsx'
import type { EnvEdit } from './env-draft.ts'

interface EnvChangeListProps {
  edits: readonly EnvEdit[]
  /** What counts once the variable is gone. */
  withoutIt?: (key: string) => string | undefined
}

export function EnvChangeList({ edits, withoutIt }: EnvChangeListProps) {
  return (
    <ChangeList
      changes={edits.map(({ key, before, after }) => [
        key,
        words(before) ?? 'none',
        words(after) ?? withoutIt?.(key) ?? 'none',
      ])}
    />
  )
}

function words(value: string | undefined): string | undefined {
  return value === '' ? '(empty)' : value
}
