// Says in words when a cron schedule comes true, such as "every weekday at 09:00", so that nobody has to read five fields.
import type { Cron } from './cron.ts'

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const mostTimesNamed = 6

export function cronWords(cron: Cron): string {
  const hours = sorted(cron.hours)
  const minutes = sorted(cron.minutes)
  const days = dayWords(cron)
  const months =
    cron.months.size === 12 ? '' : `in ${list(sorted(cron.months).map((month) => monthNames[month - 1] ?? ''))}`
  if (hours.length * minutes.length <= mostTimesNamed) {
    const times = hours.flatMap((hour) => minutes.map((minute) => clockTime(hour, minute)))
    return join([days || 'every day', `at ${list(times)}`, months])
  }
  return join([minuteWords(minutes, hours), hourWords(hours, minutes), days, months])
}

/** How often within the hours that count. */
function minuteWords(minutes: number[], hours: number[]): string {
  const step = evenStep(minutes, 60)
  if (step === 1) return 'every minute'
  if (step !== undefined && minutes.length > 1) return `every ${step} minutes`
  const named = list(minutes.map((minute) => `:${two(minute)}`))
  const hourStep = evenStep(hours, 24)
  if (hours.length === 24 || isRun(hours))
    return minutes.join() === '0' ? 'every hour, on the hour' : `every hour at ${named}`
  return hourStep !== undefined ? `every ${hourStep} hours at ${named}` : `at ${named}`
}

function hourWords(hours: number[], minutes: number[]): string {
  if (hours.length === 24) return ''
  const [first = 0, last = 0] = [hours[0], hours.at(-1)]
  if (isRun(hours)) return `from ${clockTime(first, minutes[0] ?? 0)} to ${clockTime(last, minutes.at(-1) ?? 0)}`
  if (minutes.length === 1 && evenStep(hours, 24) !== undefined) return ''
  return `in the hours ${list(hours.map(two))}`
}

function dayWords({ daysOfMonth, daysOfWeek, eitherDay }: Cron): string {
  const week = daysOfWeek.size === 7 ? '' : weekWords(sorted(daysOfWeek))
  const month = daysOfMonth.size === 31 ? '' : `on day ${list(sorted(daysOfMonth).map(String))} of the month`
  if (week === '' || month === '') return week || month
  return eitherDay ? `${month} and also ${week}` : `${month} if it is ${week.replace(/^(every|on) /, 'a ')}`
}

function weekWords(days: number[]): string {
  if (days.join() === '1,2,3,4,5') return 'every weekday'
  return `every ${list(days.map((day) => dayNames[day] ?? ''))}`
}

/** The step of values that divide the whole evenly from 0 on, such as 15 for 0, 15, 30, 45 of 60. */
function evenStep(values: number[], whole: number): number | undefined {
  const step = whole / values.length
  return Number.isInteger(step) && values.every((value, at) => value === at * step) ? step : undefined
}

function isRun(values: number[]): boolean {
  return values.length > 2 && values.every((value, at) => value === (values[0] ?? 0) + at)
}

function sorted(values: ReadonlySet<number>): number[] {
  return [...values].sort((a, b) => a - b)
}

function clockTime(hour: number, minute: number): string {
  return `${two(hour)}:${two(minute)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

function list(words: string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
}

function join(parts: string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}
