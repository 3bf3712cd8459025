// What every section of the rules gets.
import type { RulesDraft } from '../rules-draft.ts'
import type { FormPart } from '../settings/settings-part.ts'

export type RulesPart = FormPart<RulesDraft>
