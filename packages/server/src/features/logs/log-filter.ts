// Which lines are wanted. Text is looked for in what will be shown, never in what was taken out: otherwise a search
// would tell secrets letter by letter. Spec 4.4.
import type { LogDownload, LogEntry, LogLevel } from '@levelrail/contract/schemas/logs.ts'
import { badRequest } from '../../errors.ts'
import { mark } from '../../lib/redact.ts'
import { fieldsOf, isAtLeast } from './log-level.ts'

const operators = ['!=', '>=', '<=', '=', '~', '>', '<'] as const
type Operator = (typeof operators)[number]

interface FieldRule {
  path: string[]
  operator: Operator
  value: string
}

export interface LogFilter {
  text: string
  level: LogLevel | undefined
  stream: LogEntry['stream'] | undefined
  container: string | undefined
  replica: number | undefined
  fields: FieldRule[]
}

export function readFilter(query: Omit<LogDownload, 'from' | 'to'>): LogFilter {
  return {
    text: (query.q ?? '').toLowerCase(),
    level: query.level,
    stream: query.stream,
    container: query.container,
    replica: query.replica,
    fields: [query.field ?? []].flat().map(readField),
  }
}

export function wantsSource(filter: LogFilter, source: { container: string; replica: number }): boolean {
  const { container, replica } = filter
  return (container === undefined || container === source.container) && (replica ?? source.replica) === source.replica
}

/** Whether anything must be known of a line beside its stream. */
export function looksAtText({ text, level, fields }: LogFilter): boolean {
  return text !== '' || level !== undefined || fields.length > 0
}

/** Cheap, before anything is taken out: false only for lines that cannot match. */
export function mayMatch({ text }: LogFilter, line: string): boolean {
  const isPartOfMark = /[()]/.test(text) || mark.includes(text)
  return isPartOfMark || line.toLowerCase().includes(text)
}

export function matches(filter: LogFilter, { message, level }: Pick<LogEntry, 'message' | 'level'>): boolean {
  if (filter.text !== '' && !message.toLowerCase().includes(filter.text)) return false
  if (filter.level !== undefined && !isAtLeast(level, filter.level)) return false
  if (filter.fields.length === 0) return true
  const found = fieldsOf(message)
  return filter.fields.every((rule) => holds(rule, found && valueAt(found, rule.path)))
}

/** `status=500`, `route~/pay`, `user.id!=7`, `latency>=250`. */
function readField(text: string): FieldRule {
  const at = text.search(/[!=~<>]/)
  const operator = operators.find((each) => text.startsWith(each, at))
  const name = text.slice(0, Math.max(0, at)).trim()
  if (!operator || name === '')
    throw badRequest(
      `query parameter field: ${JSON.stringify(text.slice(0, 100))} is not a condition such as status=500, route~/pay or latency>=250`,
    )
  return { path: name.split('.'), operator, value: text.slice(at + operator.length).trim() }
}

/** A dotted name is the field of that name, or the way through nested objects. */
function valueAt(fields: Record<string, unknown>, path: string[]): unknown {
  const whole = path.join('.')
  if (Object.hasOwn(fields, whole)) return fields[whole]
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined,
    fields,
  )
}

/** A line that is no JSON, or lacks the field, satisfies only `!=`. */
function holds({ operator, value }: FieldRule, found: unknown): boolean {
  if (found === undefined) return operator === '!='
  const text = typeof found === 'object' ? JSON.stringify(found) : String(found)
  if (operator === '=') return text === value
  if (operator === '!=') return text !== value
  if (operator === '~') return text.toLowerCase().includes(value.toLowerCase())
  const [left, right] = [Number(text), Number(value)]
  if (Number.isNaN(left) || Number.isNaN(right)) return false
  if (operator === '>') return left > right
  if (operator === '>=') return left >= right
  return operator === '<' ? left < right : left <= right
}
