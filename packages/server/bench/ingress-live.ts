// How long it takes from a request to the API until the running proxy does what it says, by the whole product.
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import type { AppRulesSet } from '@levelrail/contract/schemas/rules.ts'
import { dockerEngine } from '../src/drivers/container/docker.ts'
import { imageRecipes } from '../src/features/images/image-recipes.ts'
import { makeImages } from '../src/host/make-images.ts'
import { ensureEngine } from '../test/support/engine.ts'
import { ownSubnet } from '../test/support/own-subnet.ts'
import { freePort, testMasterKey } from '../test/support/server.ts'
import { ask } from './ask.ts'
import { fillInstance } from './people.ts'
import { type Measured, startProduct } from './processes.ts'
import { removeAll } from './remove-all.ts'
import { type LiveChangeFigures, spread } from './report.ts'

const changes = 40
const reloads = 12
const deadlineMs = 60_000
const connections = new Agent({ keepAlive: true })

interface Answer {
  status: number
  turn: string | undefined
}

export async function measureLiveChanges(folder: string, signal: AbortSignal, say: (line: string) => void) {
  const host = await ensureEngine()
  const recipes = imageRecipes.filter(({ name }) => name === 'test-app:1')
  await makeImages({ engineHost: host, recipes, onProgress: () => {}, signal })
  const dataDir = join(folder, 'live')
  const { token, instanceId } = await fillInstance(dataDir)
  const port = await freePort()
  try {
    const product = await startProduct(dataDir, {
      APP_DOCKER_HOST: host,
      APP_MASTER_KEY: testMasterKey,
      APP_NETWORK_SUBNET: ownSubnet(24),
      APP_INGRESS_HTTP_ADDR: `127.0.0.1:${port}`,
      APP_INGRESS_HTTPS_ADDR: 'off',
      APP_STOP_GRACE: '1s',
    })
    try {
      return await measure({ token }, product, port, say)
    } finally {
      await product.stop()
    }
  } finally {
    await removeAll(dockerEngine(host), { key: 'levelrail.instance', value: instanceId }, say)
  }
}

async function measure(
  site: { token: string },
  product: Measured,
  port: number,
  say: (line: string) => void,
): Promise<LiveChangeFigures> {
  await ask(site, product, 'POST', '/apps', { name: 'live', image: 'levelrail/test-app:1', port: 8080 })
  const look = () => lookAt(port)
  await until(async () => {
    const { outcome } = await ask<Deploy>(site, product, 'GET', '/apps/live/deploys/latest')
    return outcome === 'healthy' && (await look()).status === 200
  })
  const change = async (rules: AppRulesSet, isThere: (answer: Answer) => boolean) => {
    const startedAt = performance.now()
    await ask(site, product, 'PUT', '/apps/live/rules', rules)
    await until(async () => isThere(await look()))
    return performance.now() - startedAt
  }
  say(`${changes} changes of a rule by the API`)
  const live: number[] = []
  for (let count = 0; count < changes; count++) {
    const enabled = count % 2 === 0
    live.push(await change({ maintenance: { enabled } }, ({ status }) => status === (enabled ? 503 : 200)))
  }
  say(`${reloads} changes that reload`)
  const structural: number[] = []
  for (let count = 0; count < reloads; count++) {
    const header = { name: 'X-Turn', value: String(count) }
    structural.push(await change({ response_headers: [header] }, ({ turn }) => turn === header.value))
  }
  return { rule: spread(live), reload: spread(structural) }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + deadlineMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('the ingress did not do it in a minute')
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

function lookAt(port: number): Promise<Answer> {
  return new Promise((resolve) => {
    const asking = get(
      { host: '127.0.0.1', port, agent: connections, headers: { host: 'live.localhost' } },
      (answer) => {
        const turn = answer.headers['x-turn']
        answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, turn: turn?.toString() }))
      },
    )
    asking.on('error', () => resolve({ status: 0, turn: undefined }))
  })
}
