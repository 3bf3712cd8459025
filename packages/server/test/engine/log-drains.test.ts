// Log drains on the real engine, with real receivers on loopback: what arrives, what happens while the receiver is down,
// and how it goes on after the control plane was killed.

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Condition } from '@levelrail/contract/schemas/common.ts'
import { expect, onTestFinished, test } from 'vitest'
import { adminEnv, signIn, succeed } from '../support/admin-api.ts'
import {
  createApp,
  deployEnv,
  eventually,
  removeAllOf,
  type SignedApi,
  settled,
  startDeploying,
  viewApp,
} from '../support/deploying.ts'
import { freePort, startServer } from '../support/server.ts'

const open = { APP_ALLOW_PRIVATE_DESTINATIONS: '127.0.0.0/8' }
const params = { name: 'web' }

async function say(address: string, text: string): Promise<void> {
  await (await fetch(`http://${address}:8080/log/${text}`, { signal: AbortSignal.timeout(20_000) })).text()
}

async function listening(server: Server | TcpServer, port: number): Promise<() => Promise<void>> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = async () => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(close)
  return close
}

test('lines arrive over HTTP without secrets, wait while the receiver is down, and stop with the drain', async () => {
  const api = await startDeploying(open)
  await createApp(api, {})
  expect(await settled(api)).toMatchObject({ outcome: 'healthy' })
  await api.call('appSecretSet', { params: { ...params, key: 'KEY' }, body: { value: 'hunter22-secret' } }, api.admin)
  const { body: replicas } = await api.call('appReplicas', { params }, api.admin)
  const address = replicas[0]?.address ?? ''
  const set = (url: string) =>
    api.call('appLogDrainSet', { params, body: { url, headers: { Authorization: 'Bearer key' } } }, api.admin)

  const port = await freePort()
  const messages: string[] = []
  const receive = () =>
    listening(
      createServer(async (request, response) => {
        let body = ''
        for await (const chunk of request.setEncoding('utf8')) body += chunk
        expect([request.url, request.headers.authorization]).toEqual(['/in?k=s3cret', 'Bearer key'])
        for (const line of body.trimEnd().split('\n')) {
          const { app, message } = JSON.parse(line)
          messages.push(`${app}: ${message}`)
        }
        response.end()
      }),
      port,
    )
  // A receiver that goes just when it was given a batch gets it again.
  const distinct = () => [...new Set(messages)]
  const close = await receive()

  await set('http://169.254.169.254/in')
  await eventually(() => drainCondition(api)).toMatchObject({ status: 'unknown', reason: 'Waiting' })
  await say(address, 'first')
  await eventually(() => drainCondition(api)).toMatchObject({ status: 'false', reason: 'DestinationRefused' })
  await set(`http://127.0.0.1:${port}/in?k=s3cret`)
  await eventually(() => messages).toContain('web: first')
  await eventually(() => drainCondition(api)).toMatchObject({ status: 'true', reason: 'Forwarding' })
  await say(address, 'a-hunter22-secret-b')
  await eventually(() => distinct().length).toBe(2)
  expect(messages.join()).not.toContain('hunter22')

  await close()
  await say(address, 'while-down-1')
  await eventually(() => drainCondition(api)).toMatchObject({ status: 'false', reason: 'Unreachable' })
  expect(JSON.stringify(await drainCondition(api))).not.toMatch(/s3cret|127\.0/)
  await say(address, 'while-down-2')
  await receive()
  await eventually(() => distinct().slice(2)).toEqual(['web: while-down-1', 'web: while-down-2'])
  await eventually(() => drainCondition(api)).toMatchObject({ status: 'true' })

  await api.call('appLogDrainDelete', { params }, api.admin)
  await eventually(() => drainCondition(api)).toBeUndefined()
  await say(address, 'quiet')
  const search = () => api.call('appLogs', { params, query: { q: 'quiet' } }, api.admin)
  await eventually(async () => (await search()).body.total).toBe(1)
  await set(`http://127.0.0.1:${port}/in?k=s3cret`)
  await eventually(() => drainCondition(api)).toMatchObject({ reason: 'Waiting' })
  await say(address, 'again')
  await eventually(() => messages).toContain('web: again')
  expect(messages).not.toContain('web: quiet')
})

test('syslog over TCP goes on after the control plane was killed, without everything once more', async () => {
  const frames: string[] = []
  const port = await freePort()
  const receiver = createTcpServer({ allowHalfOpen: true }, (socket) => {
    const chunks: Buffer[] = []
    socket
      .on('data', (chunk) => chunks.push(chunk))
      .on('error', () => {})
      .on('end', () => {
        frames.push(...readFrames(Buffer.concat(chunks)))
        socket.end()
      })
  })
  await listening(receiver, port)
  const count = (text: string) => frames.filter((frame) => frame.endsWith(` web 0 stdout - ${text}`)).length

  const dataDir = mkdtempSync(join(tmpdir(), 'levelrail-drain-'))
  let instanceId = ''
  onTestFinished(async () => {
    await removeAllOf(instanceId)
    rmSync(dataDir, { recursive: true, force: true })
  })
  const options = { dataDir, env: { ...deployEnv(), ...open, ...adminEnv } }
  const first = await startServer(options)
  onTestFinished(() => first.stop())
  const admin = await signIn(first.url)
  const call = <T>(method: string, path: string, body?: unknown) =>
    succeed<T>(first.url, admin, method, `/api/v1${path}`, body)
  instanceId = (await call<{ instance_id: string }>('GET', '/system/status')).body.instance_id
  await call('POST', '/apps', { name: 'web', image: 'levelrail/test-app:1', port: 8080 })
  const isReady = async () => (await call<App>('GET', '/apps/web')).body.conditions.find(({ type }) => type === 'Ready')
  await eventually(isReady).toMatchObject({ status: 'true' })
  const address = (await call<{ address: string }[]>('GET', '/apps/web/replicas')).body[0]?.address ?? ''
  await call('PUT', '/apps/web/log-drain', { url: `syslog+tcp://127.0.0.1:${port}` })
  const drain = async () =>
    (await call<App>('GET', '/apps/web')).body.conditions.find(({ type }) => type === 'LogDrain')
  await eventually(drain).toMatchObject({ reason: 'Waiting' })

  // The first batch is written down before the second is sent.
  await say(address, 'early')
  await eventually(() => count('early')).toBe(1)
  await say(address, 'second')
  await eventually(() => count('second')).toBe(1)
  first.kill('SIGKILL')
  await first.ended
  await say(address, 'while-down')

  const again = await startServer(options)
  onTestFinished(() => again.stop())
  await eventually(() => count('while-down')).toBe(1)
  await say(address, 'last')
  await eventually(() => count('last')).toBe(1)
  expect(count('early')).toBe(1)
  expect(count('second')).toBeLessThanOrEqual(2)
})

async function drainCondition(api: SignedApi): Promise<Condition | undefined> {
  return (await viewApp(api)).conditions.find(({ type }) => type === 'LogDrain')
}

function readFrames(bytes: Buffer): string[] {
  const frames: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(' ', at)
    const end = space + 1 + Number(bytes.toString('latin1', at, space))
    frames.push(bytes.toString('utf8', space + 1, end))
    at = end
  }
  return frames
}
