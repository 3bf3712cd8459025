// The platform itself at its primary domain, through the real ingress.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { SystemStatus } from '@levelrail/contract/schemas/system.ts'
import { expect, onTestFinished, test } from 'vitest'
import { adminEnv, signIn, succeed } from '../support/admin-api.ts'
import { deployEnv, eventually, removeAllOf } from '../support/deploying.ts'
import { serverForTest } from '../support/for-test.ts'
import { freePort } from '../support/server.ts'

const image = process.env.APP_INGRESS_IMAGE

test('the primary domain leads to the platform, which believes the ingress and nobody else on the machine', async () => {
  const host = `127.0.${randomInt(1, 250)}.${randomInt(1, 250)}`
  const [port, tlsPort] = [await freePort(), await freePort()]
  let instanceId = ''
  onTestFinished(() => removeAllOf(instanceId))
  const env = {
    ...deployEnv(),
    ...adminEnv,
    APP_INGRESS_HTTP_ADDR: `${host}:${port}`,
    APP_INGRESS_HTTPS_ADDR: `${host}:${tlsPort}`,
    ...(image ? { APP_INGRESS_IMAGE: image } : {}),
  }
  const server = await serverForTest({ env })
  const credential = await signIn(server.url)
  const status = await succeed<SystemStatus>(server.url, credential, 'GET', '/api/v1/system/status')
  instanceId = status.body.instance_id
  await succeed(server.url, credential, 'PUT', '/api/v1/settings/ingress', { primary_domain: 'panel.example' })
  await succeed(server.url, credential, 'POST', '/api/v1/apps', { name: 'web' })
  const claim = succeed(server.url, credential, 'PATCH', '/api/v1/apps/web', { domains: ['panel.example/shop'] })
  await expect(claim).rejects.toThrow('primary domain')

  const login = JSON.stringify({ email: adminEnv.APP_ADMIN_EMAIL, password: adminEnv.APP_ADMIN_PASSWORD })
  const json = { 'content-type': 'application/json' }
  const throughIngress = async (path: string, body?: string, headers: Record<string, string> = {}) => {
    const method = body === undefined ? 'GET' : 'POST'
    const where = { host, port: tlsPort, path, method, servername: 'panel.example', rejectUnauthorized: false }
    const asking = request({ ...where, agent: false, headers: { host: 'panel.example', ...headers } }).end(body)
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    answer.resume()
    return { status: answer.statusCode, cookie: String(answer.headers['set-cookie'] ?? '') }
  }
  await eventually(async () => (await throughIngress('/readyz').catch(() => undefined))?.status).toBe(200)
  expect(await throughIngress('/api/v1/auth/login', login, json)).toMatchObject({
    status: 200,
    cookie: expect.stringContaining('; Secure'),
  })
  // Who knows no proof may say what they like.
  const spoofed = { ...json, 'x-forwarded-proto': 'https', 'x-levelrail-ingress': 'guess' }
  const direct = await fetch(`${server.url}/api/v1/auth/login`, { method: 'POST', headers: spoofed, body: login })
  expect(direct.status).toBe(200)
  expect(direct.headers.get('set-cookie')).not.toContain('Secure')

  await succeed(server.url, credential, 'PUT', '/api/v1/settings/ingress', { primary_domain: null })
  await eventually(async () => (await throughIngress('/readyz')).status).toBe(404)
})
