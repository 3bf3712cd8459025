// Exactly as many requests are told as were answered, while the proxy is reloaded under load and the control plane is
// killed with -9 wherever a request could be lost or counted twice.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { RequestMetrics } from '@levelrail/contract/schemas/requests.ts'
import { onTestFinished, test } from 'vitest'
import { networkName } from '../../src/features/apps/app-containers.ts'
import { engine, eventually, signal, testImage } from '../support/deploying.ts'
import { ask, type Door } from '../support/ingress-load.ts'
import { withMortalServer } from '../support/mortal-server.ts'
import { freePort } from '../support/server.ts'

const door: Door = { host: `127.0.${randomInt(1, 250)}.${randomInt(1, 250)}`, port: await freePort() }
const server = withMortalServer({
  APP_INGRESS_HTTP_ADDR: `${door.host}:${door.port}`,
  ...(process.env.APP_INGRESS_IMAGE ? { APP_INGRESS_IMAGE: process.env.APP_INGRESS_IMAGE } : {}),
})

/** Answers by class and by path, as the clients got them. */
const answered = { http_2xx: 0, http_4xx: 0, routes: new Map<string, number>() }

/** Tells which round of the rules the proxy was at. */
async function askOnce(path: string): Promise<string> {
  const asking = request({ ...door, path, agent: false, headers: { host: 'web.localhost' } }).end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  if (answer.statusCode === 200) answered.http_2xx++
  else if (answer.statusCode === 403) answered.http_4xx++
  else throw new Error(`${path} was answered with ${answer.statusCode}`)
  answered.routes.set(path, (answered.routes.get(path) ?? 0) + 1)
  return String(answer.headers['x-round'])
}

async function told() {
  const from = new Date(Date.now() - 3_600_000).toISOString()
  const { summary, routes } = await server.ask<RequestMetrics>('GET', `/web/requests?from=${from}`)
  const byRoute = routes.map(({ route, count }): [string, number] => [route, count])
  return { http_2xx: summary.http_2xx, http_4xx: summary.http_4xx, count: summary.count, routes: new Map(byRoute) }
}

const expected = () => ({ ...answered, count: answered.http_2xx + answered.http_4xx })

/** Anything in the structure of the proxy that is new. */
const reload = (value: string) =>
  server.ask('PUT', '/web/rules', {
    waf: { presets: ['dot_files'], patterns: [] },
    response_headers: [{ name: 'x-round', value }],
  })

test('every answered request is counted once', async () => {
  await server.ask('POST', '', { name: 'web', image: testImage, port: 8080 })
  await eventually(async () => (await server.ask<App>('GET', '/web')).conditions[0]?.reason).toBe('Serving')
  await reload('0')
  await eventually(async () => (await ask(door, 'web', '/.env')).status).toBe(403)
  // What was asked to know that it serves is counted too.
  await eventually(async () => (await told()).http_4xx).toBe(1)
  const before = await told()
  answered.http_2xx = before.http_2xx
  answered.http_4xx = before.http_4xx
  answered.routes = before.routes

  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  const repeat = async (path: string) => {
    while (!isOver) await askOnce(path)
  }
  const load = Promise.all(['/', '/delay/0.7', '/delay/1.3', '/.env'].map(repeat))
  for (const round of ['1', '2', '3']) {
    await reload(round)
    await eventually(() => askOnce('/')).toBe(round)
  }
  for (const [place, round] of [
    ['ingress.held', '4'],
    ['ingress.reloaded', '5'],
    ['requests.added', '6'],
    ['requests.kept', '7'],
    ['loop.request-metrics.after-act', '8'],
  ] as const) {
    await server.dieAt(place, () => reload(round))
    await server.startAgain()
    await eventually(() => askOnce('/')).toBe(round)
  }
  isOver = true
  await load
  await eventually(told).toEqual(expected())

  // When the proxy itself is killed, what was read stays and the new process counts from the beginning.
  const proxy = `${networkName(server.instanceId())}-ingress`
  const killed = { command: ['sh', '-c', 'kill -9 $(cat /proc/1/task/1/children)'], maxOutputBytes: 1000 }
  await engine.exec(proxy, { ...killed, signal: signal() })
  await eventually(() => askOnce('/').catch(() => 'refused')).toBe('8')
  // Once more, so that a count that comes too late would be seen.
  for (const path of ['/', '/.env', '/delay/0.7']) await askOnce(path)
  await eventually(told).toEqual(expected())
  const workers = async () => {
    const command = ['sh', '-c', 'cat /proc/1/task/1/children']
    const { stdout } = await engine.exec(proxy, { command, maxOutputBytes: 1000, signal: signal() })
    return stdout.trim().split(/\s+/).length
  }
  await eventually(workers).toBe(1)
})
