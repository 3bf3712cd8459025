// What a long form holds while it differs from what is saved, with the record as it was when the edit began: what
// others change meanwhile is neither shown as ours nor undone.
import { useMemo, useState } from 'react'

/** `draftOf` is a function of a module, the same at every call. */
export function useDraft<Saved, Draft>(saved: Saved, draftOf: (saved: Saved) => Draft) {
  const [edit, setEdit] = useState<{ draft: Draft; base: Saved }>()
  const untouched = useMemo(() => draftOf(saved), [saved, draftOf])
  const { draft, base } = edit ?? { draft: untouched, base: saved }
  return {
    draft,
    base,
    set: (part: Partial<Draft>) => setEdit({ draft: { ...draft, ...part }, base }),
    discard: () => setEdit(undefined),
  }
}
