// The names of apps. They become host names, network aliases and parts of container names. Ruling 9.
import { quoted } from '../../lib/parsed.ts'

/** Leaves room for what is put behind a name when another is derived from it. */
export const maxChosenNameLength = 48
export const maxDerivedNameLength = 63
/** Words that have a meaning of their own where an app's name stands. */
const reserved = ['resource-usage', 'none']
const shape = /^[a-z]([a-z0-9-]*[a-z0-9])?$/

/** Why a person may not choose this name; undefined when they may. */
export function appNameProblem(name: string): string | undefined {
  return nameProblem(name, maxChosenNameLength)
}

/** The same for a name that was derived from others, such as `<app>-pr-<n>`. */
export function derivedAppNameProblem(name: string): string | undefined {
  return nameProblem(name, maxDerivedNameLength)
}

function nameProblem(name: string, maxLength: number): string | undefined {
  if (name.length > maxLength || !shape.test(name)) {
    return `the app name ${quoted(name)} is not valid: use 1 to ${maxLength} letters a-z, digits and "-", starting with a letter and not ending with "-"`
  }
  if (reserved.includes(name)) return `the app name ${quoted(name)} is reserved: choose another`
  return undefined
}
