// What every section of the settings gets, and the wiring that its text fields share.
import type { AppDraft } from '../app-draft.ts'

export interface SettingsPart {
  draft: AppDraft
  set: (part: Partial<AppDraft>) => void
  disabled: boolean
  /** What the server said about the field of the record with this path, or one below it. */
  errorAt: (field: string) => string | undefined
}

type TextName = { [K in keyof AppDraft]: string extends AppDraft[K] ? K : never }[keyof AppDraft]

/** `field` is the path in the record where it is not the name in the draft. */
export function textField({ draft, set, disabled, errorAt }: SettingsPart, name: TextName, field: string = name) {
  return {
    value: draft[name],
    disabled,
    autoComplete: 'off',
    spellCheck: false,
    error: errorAt(field),
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  }
}
