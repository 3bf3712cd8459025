// What every section of a long form gets, and the wiring that its text fields share.
import type { AppDraft } from '../app-draft.ts'

export interface FormPart<Draft> {
  draft: Draft
  set: (part: Partial<Draft>) => void
  disabled: boolean
  /** What the server said about the field of the record with this path, or one below it. */
  errorAt: (field: string) => string | undefined
}

export type SettingsPart = FormPart<AppDraft>

type TextName<Draft> = { [K in keyof Draft]: string extends Draft[K] ? K : never }[keyof Draft] & string

/** `field` is the path in the record where it is not the name in the draft. */
export function textField<Draft>(part: FormPart<Draft>, name: TextName<Draft>, field: string = name) {
  const { draft, set, disabled, errorAt } = part
  return {
    value: String(draft[name]),
    disabled,
    autoComplete: 'off',
    spellCheck: false,
    error: errorAt(field),
    onChange: (event: { target: { value: string } }) => set({ ...draft, [name]: event.target.value }),
  }
}
