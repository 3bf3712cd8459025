// The rules of an app as a form holds them, as text, and back; and what differs, in words. Passwords are in no word.
import type { AppRules, AppRulesSet, HeaderRule, WafPreset } from '@levelrail/contract/schemas/rules.ts'
import type { Change } from '../components/change-list.tsx'
import { changesBetween, isSame, linesOf, numberOf } from './app-draft.ts'

export interface UserRow {
  id: number
  username: string
  /** Empty keeps the stored one. */
  password: string
  isStored: boolean
}

export interface HeaderRow {
  id: number
  name: string
  value: string
  act: 'set' | 'remove'
}

export const sizeUnits = { B: 1, kB: 1_000, MB: 1_000_000, GB: 1_000_000_000 }
export type SizeUnit = keyof typeof sizeUnits

export interface RulesDraft {
  rate_requests: string
  rate_per: NonNullable<AppRules['rate_limit']>['per']
  ip_allow: string
  ip_deny: string
  presets: WafPreset[]
  patterns: string
  users: UserRow[]
  request_headers: HeaderRow[]
  response_headers: HeaderRow[]
  balance: AppRules['balance']
  isSticky: boolean
  cookie_name: string
  connect_seconds: string
  response_seconds: string
  idle_seconds: string
  body_limit: string
  body_unit: SizeUnit
}

/** All but maintenance, which has a switch of its own. */
type FormRules = Omit<AppRulesSet, 'maintenance'>

let nextId = 1

export function newUser(): UserRow {
  return { id: nextId++, username: '', password: '', isStored: false }
}

export function newHeader(): HeaderRow {
  return { id: nextId++, name: '', value: '', act: 'set' }
}

export function rulesDraft(rules: AppRules): RulesDraft {
  const { amount, unit } = sizeOf(rules.body_limit_bytes)
  return {
    rate_requests: numberText(rules.rate_limit?.requests),
    rate_per: rules.rate_limit?.per ?? 'second',
    ip_allow: rules.ip_allow.join('\n'),
    ip_deny: rules.ip_deny.join('\n'),
    presets: rules.waf.presets,
    patterns: rules.waf.patterns.join('\n'),
    users: (rules.basic_auth?.users ?? []).map(({ username }) => ({ ...newUser(), username, isStored: true })),
    request_headers: headerRows(rules.request_headers),
    response_headers: headerRows(rules.response_headers),
    balance: rules.balance,
    isSticky: rules.sticky !== null,
    cookie_name: rules.sticky?.cookie_name ?? '',
    connect_seconds: numberText(rules.timeouts.connect_seconds),
    response_seconds: numberText(rules.timeouts.response_seconds),
    idle_seconds: numberText(rules.timeouts.idle_seconds),
    body_limit: amount,
    body_unit: unit,
  }
}

export const defaultCookie = 'levelrail_replica'

function rulesOf(draft: RulesDraft) {
  const requests = numberOf(draft.rate_requests)
  const size = numberOf(draft.body_limit)
  const users = draft.users.filter(({ username, password }) => username !== '' || password !== '')
  return {
    rate_limit: requests === undefined ? null : { requests, per: draft.rate_per },
    ip_allow: networksOf(draft.ip_allow),
    ip_deny: networksOf(draft.ip_deny),
    waf: { presets: draft.presets, patterns: linesOf(draft.patterns) },
    basic_auth: users.length === 0 ? null : { users: users.map(sentUser) },
    request_headers: headersOf(draft.request_headers),
    response_headers: headersOf(draft.response_headers),
    sticky: draft.isSticky ? { cookie_name: draft.cookie_name.trim() || defaultCookie } : null,
    balance: draft.balance,
    timeouts: {
      connect_seconds: numberOf(draft.connect_seconds) ?? null,
      response_seconds: numberOf(draft.response_seconds) ?? null,
      idle_seconds: numberOf(draft.idle_seconds) ?? null,
    },
    body_limit_bytes: size === undefined ? null : Math.round(size * sizeUnits[draft.body_unit]),
  } satisfies FormRules
}

/** Only what differs: the other rules may have been changed by somebody else. */
export function rulesChange(draft: RulesDraft, base: AppRules): FormRules {
  const before = new Map<string, unknown>(Object.entries(base))
  return Object.fromEntries(
    Object.entries(rulesOf(draft)).filter(([field, value]) => !isSame(before.get(field), value)),
  )
}

export function rulesChangeWords(change: FormRules, base: AppRules): Change[] {
  const before = Object.fromEntries(Object.entries(base).filter(([field]) => field in change))
  return changesBetween(inWords(before), inWords(change))
}

function inWords(rules: Partial<AppRules> | FormRules) {
  const { basic_auth, request_headers, response_headers, ...plain } = rules
  return {
    ...plain,
    ...(basic_auth ? { basic_auth: basic_auth.users.map(userWords) } : {}),
    ...(request_headers ? { request_headers: request_headers.map(headerWords) } : {}),
    ...(response_headers ? { response_headers: response_headers.map(headerWords) } : {}),
  }
}

function userWords(user: { username: string; password?: string }): string {
  return user.password === undefined ? user.username : `${user.username} (new password)`
}

function headerWords({ name, value }: HeaderRule): string {
  return value === null ? `${name} removed,` : `${name}: ${value},`
}

/** As it is read where the password stays, so that it does not count as a change. */
function sentUser({ username, password, isStored }: UserRow) {
  if (password !== '') return { username, password }
  return isStored ? { username, has_password: true } : { username }
}

function headersOf(rows: readonly HeaderRow[]): HeaderRule[] {
  return rows
    .filter(({ name, value }) => name.trim() !== '' || value !== '')
    .map(({ name, value, act }) => ({ name: name.trim(), value: act === 'remove' ? null : value }))
}

function headerRows(rules: readonly HeaderRule[]): HeaderRow[] {
  return rules.map(({ name, value }) => ({
    ...newHeader(),
    name,
    value: value ?? '',
    act: value === null ? 'remove' : 'set',
  }))
}

/** In the largest unit that says it without a fraction. */
function sizeOf(bytes: number | null): { amount: string; unit: SizeUnit } {
  if (bytes === null) return { amount: '', unit: 'MB' }
  const units = ['GB', 'MB', 'kB', 'B'] as const
  const unit = units.find((candidate) => bytes % sizeUnits[candidate] === 0) ?? 'B'
  return { amount: String(bytes / sizeUnits[unit]), unit }
}

function networksOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

function numberText(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}
