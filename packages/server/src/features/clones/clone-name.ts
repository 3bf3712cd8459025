// Names of clones: what is suggested for an app in an environment, and why a name may not be used. Pure. Spec 2.6.
import { quoted } from '../../lib/parsed.ts'
import { appNameProblem, derivedAppNameProblem } from '../apps/app-name.ts'

/** The name of an environment as a part of names of apps; empty when it has no letter or digit to go by. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** `<source>-<slugified new environment name>`. */
export function derivedName(source: string, environmentName: string): string {
  return `${source}-${slugOf(environmentName)}`
}

/** The first free one of `<source>-copy`, `<source>-copy-2`, ... */
export function copyName(source: string, isTaken: (name: string) => boolean): string {
  const base = `${source}-copy`
  let name = base
  for (let number = 2; isTaken(name); number++) name = `${base}-${number}`
  return name
}

/** A derived name may be longer than a chosen one. Rulings 9. */
export function cloneNameProblem(name: string, derived: string | undefined): string | undefined {
  if (name !== derived) return appNameProblem(name)
  return derivedAppNameProblem(name) && `the name ${quoted(name)} cannot be derived from the environment: choose one`
}
