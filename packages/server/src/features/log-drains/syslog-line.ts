// A log line as a syslog message, RFC 5424, and several of them as a stream, RFC 6587 with octet counting. Pure.
import type { LogEntry, LogLevel } from '@levelrail/contract/schemas/logs.ts'

const facilityLocal0 = 16
const severities: Record<LogLevel, number> = { fatal: 2, error: 3, warn: 4, info: 6, debug: 7, trace: 7 }
/** What RFC 5424 asks of every receiver; longer datagrams are broken up on the way, and lost. */
export const longestDatagram = 2048

/** The container is the host, the replica the process, the stream the kind of message. */
export function syslogMessage(app: string, entry: LogEntry): string {
  const priority = facilityLocal0 * 8 + severities[entry.level ?? 'info']
  const time = entry.timestamp.replace(/(\.\d{6})\d+Z$/, '$1Z')
  const names = [word(entry.container, 255), word(app, 48), word(String(entry.replica), 128), word(entry.stream, 32)]
  return `<${priority}>1 ${time} ${names.join(' ')} - ${entry.message}`
}

export function syslogStream(messages: readonly string[]): Buffer {
  return Buffer.concat(
    messages.map((message) => {
      const bytes = Buffer.from(message)
      return Buffer.concat([Buffer.from(`${bytes.length} `), bytes])
    }),
  )
}

/** Cut between two characters, never within one. */
export function syslogDatagram(message: string): Buffer {
  const bytes = Buffer.from(message)
  if (bytes.length <= longestDatagram) return bytes
  let end = longestDatagram
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end)
}

/** Printable and without spaces, or the sign for nothing. */
function word(text: string, longest: number): string {
  return text.replace(/[^\x21-\x7e]/g, '_').slice(0, longest) || '-'
}
