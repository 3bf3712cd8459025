// Under variables being edited: what will change, before it is saved.
import { ChangeList } from '../components/change-list.tsx'
import type { EnvEdit } from './env-draft.ts'
import { SaveBar } from './save-bar.tsx'

interface EnvSaveBarProps {
  edits: readonly EnvEdit[]
  save: { error: unknown; isPending: boolean; reset: () => void }
  note: string
  onDiscard: () => void
  /** What counts once the variable is gone. */
  withoutIt?: (key: string) => string | undefined
}

export function EnvSaveBar({ edits, save, note, onDiscard, withoutIt }: EnvSaveBarProps) {
  return (
    <SaveBar
      act="save the variables"
      isShown={edits.length > 0}
      error={save.error}
      pending={save.isPending}
      note={note}
      onDiscard={() => {
        onDiscard()
        save.reset()
      }}
    >
      <ChangeList
        changes={edits.map(({ key, before, after }) => [
          key,
          words(before) ?? 'none',
          words(after) ?? withoutIt?.(key) ?? 'none',
        ])}
      />
    </SaveBar>
  )
}

function words(value: string | undefined): string | undefined {
  return value === '' ? '(empty)' : value
}
