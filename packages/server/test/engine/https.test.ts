// HTTPS from the API to the wire, with the real engine and the real proxy.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { lookAtTls, makeCertificates } from '../support/certificates.ts'
import {
  createApp,
  deployEnv,
  engine,
  eventually,
  type SignedApi,
  settled,
  signal,
  startDeploying,
} from '../support/deploying.ts'
import { freePort } from '../support/server.ts'

interface Door {
  host: string
  http: number
  https: number
}

async function newDoor(): Promise<Door> {
  const host = `127.0.${randomInt(1, 250)}.${randomInt(1, 250)}`
  return { host, http: await freePort(), https: await freePort() }
}

async function start(door: Door): Promise<SignedApi> {
  const image = process.env.APP_INGRESS_IMAGE
  return startDeploying({
    ...deployEnv(26),
    APP_DEPLOY_READY_TIMEOUT: '60s',
    APP_INGRESS_HTTP_ADDR: `${door.host}:${door.http}`,
    APP_INGRESS_HTTPS_ADDR: `${door.host}:${door.https}`,
    ...(image ? { APP_INGRESS_IMAGE: image } : {}),
  })
}

async function condition(api: SignedApi) {
  const { body } = await api.call('systemStatus', {}, api.admin)
  return body.conditions.find(({ type }) => type === 'IngressReady')
}

async function processes(api: SignedApi): Promise<string> {
  const labels = { 'levelrail.instance': api.ctx.instanceId, 'levelrail.role': 'ingress' }
  const [{ id } = { id: '' }] = await engine.listContainers(labels, signal())
  const { stdout } = await engine.exec(id, { command: ['pidof', 'haproxy'], maxOutputBytes: 1000, signal: signal() })
  return stdout.trim()
}

interface Asked {
  /** The version of the app, or the status. */
  answer: string
  location: string | undefined
  hsts: unknown
}

/** Over HTTPS to a client that trusts only this authority; without one over HTTP. */
async function ask({ host, http, https }: Door, name: string, path = '/', ca?: string): Promise<Asked> {
  const common = { host, path, agent: false as const, headers: { host: name } }
  const asking = ca
    ? secureRequest({ ...common, port: https, servername: name, ca })
    : plainRequest({ ...common, port: http })
  asking.end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  const body = await text(answer)
  const version = answer.statusCode === 200 ? JSON.parse(body).version : String(answer.statusCode)
  const { location, 'strict-transport-security': hsts } = answer.headers
  return { answer: version, location, hsts }
}

test('an app is there over HTTPS by the internal authority, then by an uploaded certificate, in the same process', async () => {
  const door = await newDoor()
  const api = await start(door)
  await createApp(api, { env: { VERSION: 'one' }, domains: ['example.test', 'admin.example.test'] })
  expect((await settled(api)).outcome).toBe('healthy')
  await eventually(() => condition(api)).toMatchObject({
    reason: 'Serving',
    message: `the ingress listens on ${door.host}:${door.http} and ${door.host}:${door.https}`,
  })
  const { body: root } = await api.call('certificateAuthorityView', {}, api.admin)
  const at = { host: door.host, port: door.https }
  await eventually(async () => (await lookAtTls(at, 'web.localhost', root)).isTrusted).toBe(true)
  await eventually(async () => (await lookAtTls(at, 'example.test', root)).isTrusted).toBe(true)
  expect((await ask(door, 'web.localhost', '/', root)).answer).toBe('one')
  expect((await ask(door, 'example.test')).answer).toBe('one')
  const before = await processes(api)

  const { certificates, pem } = await makeCertificates([['example.test', '*.example.test'], ['example.test']])
  const upload = async (which: number) => {
    const { certificate = '', privateKey = '' } = certificates[which] ?? {}
    const body = { certificate, private_key: privateKey }
    return (await api.call('certificateCreate', { body }, api.admin)).body
  }
  const wide = await upload(0)
  expect(wide.domains).toEqual(['example.test', 'admin.example.test'])
  await eventually(async () => (await lookAtTls(at, 'example.test', pem)).isTrusted).toBe(true)
  await eventually(async () => (await lookAtTls(at, 'admin.example.test', pem)).isTrusted).toBe(true)
  expect((await ask(door, 'example.test', '/', pem)).answer).toBe('one')
  const { body: domains } = await api.call('domainList', { query: { app: 'web' } }, api.admin)
  expect(domains.map(({ domain, tls_owner, url }) => [domain, tls_owner, url])).toEqual([
    ['web.localhost', 'internal', `http://web.localhost:${door.http}/`],
    ['admin.example.test', 'custom', `https://admin.example.test:${door.https}/`],
    ['example.test', 'custom', `https://example.test:${door.https}/`],
  ])
  // With it comes the redirect, which one of the internal authority never brings.
  const secure = (of: string, path: string) => `https://${of}:${door.https}${path}`
  await eventually(() => ask(door, 'example.test', '/a?b')).toMatchObject({
    answer: '308',
    location: secure('example.test', '/a?b'),
  })
  const wish = [
    { domain: 'example.test', hsts_seconds: 60 },
    { domain: 'www.example.test', redirect_to: 'example.test' },
    { domain: '*.wild.test', http: 'serve' as const },
    { domain: 'admin.example.test', port: 8080, http: 'serve' as const },
  ]
  await api.call('appDomainSet', { params: { name: 'web' }, body: wish }, api.admin)
  await eventually(async () => (await ask(door, 'www.example.test', '/x?y')).location).toBe(
    secure('example.test', '/x?y'),
  )
  await eventually(() => ask(door, 'example.test', '/', pem)).toMatchObject({ answer: 'one', hsts: 'max-age=60' })
  await eventually(async () => (await ask(door, 'admin.example.test')).answer).toBe('one')
  await eventually(async () => (await ask(door, 'any.wild.test')).answer).toBe('one')
  await eventually(async () => (await ask(door, 'any.wild.test', '/', root)).answer).toBe('one')
  expect(await processes(api)).toBe(before)

  await upload(1)
  await eventually(async () => (await lookAtTls(at, 'example.test', pem)).names).toBe('example.test')
  await api.call('certificateDelete', { params: { id: wide.id } }, api.admin)
  await eventually(async () => (await lookAtTls(at, 'admin.example.test', root)).isTrusted).toBe(true)
  expect((await lookAtTls(at, 'example.test', pem)).isTrusted).toBe(true)

  await api.ctx.ingress.reload(signal())
  expect((await lookAtTls(at, 'example.test', pem)).isTrusted).toBe(true)
  expect((await lookAtTls(at, 'web.localhost', root)).isTrusted).toBe(true)

  // Where another proxy takes TLS, the ingress leaves it alone and sends nobody anywhere by itself.
  await api.call('ingressSettingsSet', { body: { tls_terminated_upstream: true } }, api.admin)
  await eventually(async () => (await condition(api))?.message).toBe(`the ingress listens on ${door.host}:${door.http}`)
  await eventually(async () => (await ask(door, 'example.test')).answer).toBe('one')
  const isTaken = () =>
    lookAtTls(at, 'example.test', pem).then(
      () => true,
      () => false,
    )
  await eventually(isTaken).toBe(false)
})

test('while its port is taken HTTPS waits and says for whom, and HTTP is served', async () => {
  const door = await newDoor()
  const other = createServer().listen(door.https, door.host)
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const api = await start(door)
  await eventually(() => condition(api)).toMatchObject({
    status: 'true',
    reason: 'ServingInPart',
    message: expect.stringContaining(`process ${process.pid}`),
  })
  await createApp(api, { env: { VERSION: 'one' } })
  expect((await settled(api)).outcome).toBe('healthy')
  expect((await ask(door, 'web.localhost')).answer).toBe('one')
  other.close()
  await eventually(() => condition(api)).toMatchObject({ status: 'true', reason: 'Serving' })
  const { body: root } = await api.call('certificateAuthorityView', {}, api.admin)
  await eventually(
    async () => (await lookAtTls({ host: door.host, port: door.https }, 'web.localhost', root)).isTrusted,
  ).toBe(true)
})
