import type { LogEntry } from '@levelrail/contract/schemas/logs.ts'
import { expect, test } from 'vitest'
import { longestDatagram, syslogDatagram, syslogMessage, syslogStream } from './syslog-line.ts'

const entry: LogEntry = {
  timestamp: '2026-11-15T03:16:15.123456789Z',
  container: 'web-3fa1-0',
  replica: 0,
  deploy_id: 'dep_1',
  stream: 'stdout',
  level: null,
  message: 'hello world',
  cut: false,
}

test('a line is one message with at most microseconds', () => {
  expect(syslogMessage('web', entry)).toBe('<134>1 2026-11-15T03:16:15.123456Z web-3fa1-0 web 0 stdout - hello world')
})

test.each([
  ['fatal', 130],
  ['error', 131],
  ['warn', 132],
  ['info', 134],
  ['debug', 135],
  ['trace', 135],
] as const)('%s has the priority %i', (level, priority) => {
  expect(syslogMessage('web', { ...entry, level })).toMatch(new RegExp(`^<${priority}>1 `))
})

test('names have no spaces, are bounded, and are never empty', () => {
  const message = syslogMessage('a'.repeat(60), { ...entry, container: '', stream: 'stderr' })
  expect(message).toBe(`<134>1 2026-11-15T03:16:15.123456Z - ${'a'.repeat(48)} 0 stderr - hello world`)
  expect(syslogMessage('web', { ...entry, container: 'a b\nc' })).toContain(' a_b_c web ')
})

test('a stream counts bytes, not characters', () => {
  expect(syslogStream(['grüße', 'x']).toString()).toBe('7 grüße1 x')
})

test('a datagram is cut between characters', () => {
  expect(syslogDatagram('short').toString()).toBe('short')
  const cut = syslogDatagram(`x${'ü'.repeat(longestDatagram)}`)
  expect(cut.length).toBe(longestDatagram - 1)
  expect(cut.toString()).not.toContain('\ufffd')
})
