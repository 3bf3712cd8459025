import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import type { LogEntry } from '@levelrail/contract/schemas/logs.ts'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { deliverLines } from './deliver-lines.ts'

const { settings } = readSettings({ APP_ALLOW_PRIVATE_DESTINATIONS: '127.0.0.0/8' })
const never = new AbortController().signal
const entries = ['one', 'two'].map(
  (message): LogEntry => ({
    ...{ timestamp: '2026-01-01T00:00:00.000000000Z', container: 'c', replica: 1, deploy_id: 'dep_1' },
    ...{ stream: 'stdout', level: null, message, cut: false },
  }),
)
const deliver = (url: string, ctx = { settings }) => deliverLines(ctx, 'web', { url, headers: {} }, entries, never)

test('over UDP each line is a datagram', async () => {
  const socket = createSocket('udp4')
  const seen: string[] = []
  const both = new Promise<void>((resolve) => {
    socket.on('message', (bytes) => {
      seen.push(bytes.toString())
      if (seen.length === 2) resolve()
    })
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  await deliver(`syslog+udp://127.0.0.1:${socket.address().port}`)
  await both
  expect(seen.sort()).toEqual(
    ['one', 'two'].map((text) => `<134>1 2026-01-01T00:00:00.000000Z c web 1 stdout - ${text}`),
  )
})

test('over TCP a receiver that does not close has the lines nevertheless', async () => {
  let text = ''
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.setEncoding('utf8').on('data', (chunk) => (text += chunk))
    onTestFinished(() => void socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  await deliver(`syslog+tcp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  expect(text).toMatch(/^55 <134>1 .* - one55 <134>1 .* - two$/)
})

test('nobody there, and an address that is not allowed, are told in words without the address', async () => {
  await expect(deliver('syslog+tcp://127.0.0.1:1')).rejects.toMatchObject({ reason: 'Unreachable' })
  const closed = { settings: readSettings({}).settings }
  for (const url of ['syslog+tcp://127.0.0.1:1', 'syslog+udp://127.0.0.1:1', 'http://127.0.0.1:1/'])
    await expect(deliver(url, closed)).rejects.toMatchObject({
      reason: 'DestinationRefused',
      message: expect.not.stringContaining('127'),
    })
})
