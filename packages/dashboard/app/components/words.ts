// The words that several pages share: abilities, roles, policies, browsers, sizes.
import type { Ability, Role } from '@levelrail/contract/ability.ts'
import type { Policy } from '@levelrail/contract/schemas/users.ts'

export const abilityWords: Record<Ability, string> = {
  read: 'See everything except secret values',
  'read:sensitive': 'See secret values too, such as environment and credentials',
  write: 'Create and change resources',
  'write:sensitive': 'Change secret values too; includes write and read:sensitive',
  deploy: 'Deploy, restart and stop, without changing settings. Right for CI',
  root: 'Everything, with users, tokens of others and the audit log',
}

export const roleWords: Record<Role, string> = {
  viewer: 'Sees everything except secret values, changes nothing',
  operator: 'Sees secret values, changes resources and deploys; no users, no audit log',
  admin: 'Everything, with users and the audit log',
}

/** "every app, databases: shop-*" */
export function policyWords(policy: Policy | null): string {
  if (policy === null || (policy.apps === null && policy.databases === null)) return 'Everything'
  return `${kindWords(policy.apps, 'app')}, ${kindWords(policy.databases, 'database')}`
}

function kindWords(globs: readonly string[] | null, kind: string): string {
  if (globs === null) return `every ${kind}`
  if (globs.length === 0) return `no ${kind}s`
  return `${kind}s: ${globs.join(' ')}`
}

export function browserWords(userAgent: string): string {
  const browser = [
    ['Edge', /Edg\//],
    ['Opera', /OPR\//],
    ['Firefox', /Firefox\//],
    ['Chrome', /(Chrome|Chromium)\//],
    ['Safari', /Safari\//],
    ['curl', /^curl/],
    ['Levelrail CLI', /levelrail/i],
  ] as const
  const system = [
    ['Android', /Android/],
    ['iOS', /iPhone|iPad/],
    ['Windows', /Windows/],
    ['macOS', /Mac OS X/],
    ['Linux', /Linux/],
  ] as const
  const found = [browser, system].map((table) => table.find(([, pattern]) => pattern.test(userAgent))?.[0])
  return found.filter(Boolean).join(' on ') || userAgent || 'Unknown client'
}

export function sizeWords(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const value = bytes / 1_000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}

export function durationWords(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`
}

/** `MasterKeyPresent` -> "Master key present" */
export function typeWords(type: string): string {
  const words = type
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
