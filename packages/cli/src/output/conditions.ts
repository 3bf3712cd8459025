// Conditions in words: what is so, why, since when; what is wrong comes first.
import type { Condition } from '@levelrail/contract/schemas/common.ts'
import type { Color, Paint } from './colors.ts'
import { printable } from './display-width.ts'
import { relativeTime } from './relative-time.ts'

const rank = { false: 0, unknown: 1, true: 2 }
const colors: Record<Condition['status'], Color> = { false: 'red', unknown: 'yellow', true: 'green' }

/** The false ones first, then what is not known. */
export function conditionsText(conditions: readonly Condition[], now: Date, paint: Paint): string {
  if (conditions.length === 0) return 'No conditions are reported.\n'
  return [...conditions]
    .sort((a, b) => rank[a.status] - rank[b.status])
    .map(({ type, status, reason, message, since }) => {
      const head = `${paint('bold', printable(type))} is ${paint(colors[status], status)}`
      return `${head} (${printable(reason)}, since ${relativeTime(since, now)}): ${printable(message)}\n`
    })
    .join('')
}
