// The level of a log line, read out of the forms that programs write: JSON, key=value, brackets, a leading word, klog.
import { type LogLevel, logLevels } from '@levelrail/contract/schemas/logs.ts'

export function levelOf(line: string): LogLevel | null {
  const text = line.trimStart()
  if (text.startsWith('{')) return levelOfFields(fieldsOf(text)) ?? null
  const head = text.slice(0, 200)
  const named = /\b(?:level|lvl|severity|loglevel)["']?\s*[=:]\s*["']?([A-Za-z]+)/i.exec(head)?.[1]
  if (named) return levelNamed(named) ?? null
  const klog = /^([IWEF])\d{4} \d\d:\d\d:\d\d/.exec(head)?.[1]
  if (klog) return klogLevels[klog] ?? null
  const bracketed = /[[<(]\s*([A-Za-z]{3,9})\s*[\]>)]/.exec(head)?.[1]
  const fromBracket = bracketed && levelNamed(bracketed)
  if (fromBracket) return fromBracket
  // A word in capitals, after times and such; in small letters only at the very beginning and with a colon.
  const capital =
    /(?:^|[\s|:])(TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR|FATAL|CRIT(?:ICAL)?|PANIC)(?=[\s|:]|$)/.exec(head)
  const leading = /^(trace|debug|info|notice|warn(?:ing)?|error|fatal|critical|panic):/i.exec(head)
  const word = capital?.[1] ?? leading?.[1]
  return (word && levelNamed(word)) || null
}

export function isAtLeast(level: LogLevel | null, wanted: LogLevel): boolean {
  return level !== null && logLevels.indexOf(level) >= logLevels.indexOf(wanted)
}

/** The object of a JSON line; undefined for any other line. */
export function fieldsOf(line: string): Record<string, unknown> | undefined {
  if (!line.trimStart().startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : undefined
  } catch {
    return undefined
  }
}

function levelOfFields(fields: Record<string, unknown> | undefined): LogLevel | undefined {
  const found = ['level', 'severity', 'lvl', 'log.level', 'loglevel', 'levelname'].map((name) => fields?.[name])
  const value = found.find((each) => typeof each === 'string' || typeof each === 'number')
  return typeof value === 'number' ? levelNumbered(value) : typeof value === 'string' ? levelNamed(value) : undefined
}

/** Steps of ten from trace to fatal, as pino and bunyan write. */
function levelNumbered(value: number): LogLevel | undefined {
  return value >= 10 && value < 70 ? logLevels[Math.floor(value / 10) - 1] : undefined
}

const klogLevels: Record<string, LogLevel> = { I: 'info', W: 'warn', E: 'error', F: 'fatal' }
const otherNames: Record<string, LogLevel> = {
  verbose: 'trace',
  dbg: 'debug',
  information: 'info',
  inf: 'info',
  notice: 'info',
  log: 'info',
  warning: 'warn',
  wrn: 'warn',
  err: 'error',
  severe: 'error',
  crit: 'fatal',
  critical: 'fatal',
  alert: 'fatal',
  emerg: 'fatal',
  emergency: 'fatal',
  panic: 'fatal',
}

function levelNamed(word: string): LogLevel | undefined {
  const small = word.toLowerCase()
  return (
    logLevels.find((level) => level === small) ?? (Object.hasOwn(otherNames, small) ? otherNames[small] : undefined)
  )
}
