// The log: one JSON line each, on stdout. Nothing secret is logged on purpose; what slips in under a telling name is
// taken out here.
import pino, { type DestinationStream, type Logger } from 'pino'

const tellingNames = [
  'password',
  'passwd',
  'secret',
  'token',
  'authorization',
  'cookie',
  'set-cookie',
  'key',
  'session',
]
const paths = tellingNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: '(secret)' },
  }
  return destination ? pino(options, destination) : pino(options)
}
