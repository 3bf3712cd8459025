// How quick deploys are against the same by plain engine calls in the same run, and what 200 apps at rest cost.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import type { ContainerEngine } from '../src/drivers/container/container.ts'
import { dockerEngine } from '../src/drivers/container/docker.ts'
import { freeAddresses } from '../src/features/apps/app-addresses.ts'
import { imageRecipes } from '../src/features/images/image-recipes.ts'
import { makeImages } from '../src/host/make-images.ts'
import { newId } from '../src/lib/ids.ts'
import { ensureEngine } from '../test/support/engine.ts'
import { ownSubnet } from '../test/support/own-subnet.ts'
import { testMasterKey } from '../test/support/server.ts'
import { ask } from './ask.ts'
import { countCalls, type EngineCall } from './engine-calls.ts'
import { fillInstance } from './people.ts'
import { busyMs, type Measured, memoryMb, startProduct } from './processes.ts'
import { type RawEngine, rawEngine } from './raw-engine.ts'
import { removeAll } from './remove-all.ts'
import { type AtRest, type DeployFigures, spread } from './report.ts'

const rounds = 20
const atOnce = 30
const appsAtRest = 200
const settleMs = 15_000
const restMs = 60_000
const image = 'levelrail/test-app:1'
const deployDeadlineMs = 120_000

interface Site {
  host: string
  dataDir: string
  env: Record<string, string>
  token: string
  instanceId: string
  raw: RawEngine
  rawAddresses: string[]
  rawLabel: { key: string; value: string }
}

/** `stopped` ends it early; what was made on the engine is removed either way. */
export async function measureDeploys(
  folder: string,
  stopped: AbortSignal,
  say: (line: string) => void,
): Promise<DeployFigures> {
  const host = await ensureEngine()
  const signal = AbortSignal.timeout(600_000)
  const recipes = imageRecipes.filter(({ name }) => name === 'test-app:1')
  await makeImages({ engineHost: host, recipes, onProgress: () => {}, signal })
  const engine = dockerEngine(host)
  const site = await prepare(folder, host, engine, signal)
  try {
    const product = await startProduct(site.dataDir, site.env)
    try {
      const one = await measureOneByOne(site, product, stopped, say)
      const many = await measureAtOnce(site, product, stopped, say)
      await makeTheRest(site, product, stopped, say)
      await product.stop()
      return { ...one, at_once: many, at_rest: await measureRest(site, folder, stopped, say) }
    } finally {
      await product.stop()
    }
  } finally {
    say('removing what the deploys left')
    for (const label of [site.rawLabel, { key: 'levelrail.instance', value: site.instanceId }])
      await removeAll(engine, label, say)
  }
}

async function prepare(folder: string, host: string, engine: ContainerEngine, signal: AbortSignal): Promise<Site> {
  const dataDir = join(folder, 'deploys')
  const { token, instanceId } = await fillInstance(dataDir)
  const run = newId('run', new Date())
  const rawLabel = { key: 'levelrail.bench', value: run }
  const labels = { [rawLabel.key]: rawLabel.value }
  const subnet = ownSubnet(25)
  const rawNetwork = `levelrail-bench-${run.slice(-6)}`
  await engine.ensureNetwork({ name: rawNetwork, subnet, labels, internal: false }, signal)
  const env = {
    APP_DOCKER_HOST: host,
    APP_MASTER_KEY: testMasterKey,
    APP_NETWORK_SUBNET: ownSubnet(23),
    APP_STOP_GRACE: '1s',
  }
  const raw = rawEngine({ socket: new URL(host).pathname, image, network: rawNetwork, labels })
  const rawAddresses = freeAddresses(subnet, new Set(), atOnce, 'raw')
  return { host, dataDir, env, token, instanceId, raw, rawAddresses, rawLabel }
}

/** In turns, so that whatever else the machine does falls on all alike. The very first deploy of the app is apart. */
async function measureOneByOne(site: Site, product: Measured, stopped: AbortSignal, say: (line: string) => void) {
  const first = await timeDeploy(site, product, 'turns', () => createApp(site, product, 'turns'))
  const raw: number[] = []
  const deploys: number[] = []
  const rollbacks: number[] = []
  let previous = first.id
  for (let round = 1; round <= rounds; round++) {
    stopped.throwIfAborted()
    if (round % 5 === 0) say(`deploys: round ${round} of ${rounds}`)
    const floor = await site.raw.run(site.rawAddresses[0] ?? '')
    raw.push(floor.ms)
    await site.raw.remove(floor.id)
    const deploy = (body: object) => async () =>
      (await ask<Deploy>(site, product, 'POST', '/apps/turns/deploys', body)).id
    const next = await timeDeploy(site, product, 'turns', deploy({}))
    deploys.push(next.ms)
    const back = await timeDeploy(site, product, 'turns', deploy({ rollback_to: previous }))
    rollbacks.push(back.ms)
    previous = next.id
  }
  return { first_ms: Math.round(first.ms), raw: spread(raw), deploy: spread(deploys), rollback: spread(rollbacks) }
}

/** Raw before and after, so that a machine that grows busier or calmer meanwhile does not decide. */
async function measureAtOnce(site: Site, product: Measured, stopped: AbortSignal, say: (line: string) => void) {
  say(`${atOnce} at once: raw, deploys, raw`)
  const before = await timeRawAtOnce(site)
  stopped.throwIfAborted()
  const names = Array.from({ length: atOnce }, (_, at) => `many-${at}`)
  const startedAt = performance.now()
  await deployAll(site, product, names, stopped)
  const deployMs = performance.now() - startedAt
  for (const name of names) await untilDeploy(site, product, name, 'latest', isDone, 50)
  stopped.throwIfAborted()
  const after = await timeRawAtOnce(site)
  return { count: atOnce, raw_ms: Math.round((before + after) / 2), deploy_ms: Math.round(deployMs) }
}

async function timeRawAtOnce({ raw, rawAddresses }: Site): Promise<number> {
  const startedAt = performance.now()
  const runs = await Promise.all(rawAddresses.map((address) => raw.run(address)))
  const ms = performance.now() - startedAt
  await Promise.all(runs.map(({ id }) => raw.remove(id)))
  return ms
}

async function makeTheRest(site: Site, product: Measured, stopped: AbortSignal, say: (line: string) => void) {
  say(`${appsAtRest} apps: making the rest of them`)
  // One app was deployed in turns, and those at once are there already.
  const names = Array.from({ length: appsAtRest - atOnce - 1 }, (_, at) => `rest-${at}`)
  for (let from = 0; from < names.length; from += atOnce) {
    const some = names.slice(from, from + atOnce)
    await deployAll(site, product, some, stopped)
    for (const name of some) await untilDeploy(site, product, name, 'latest', isDone, 50)
  }
}

async function deployAll(site: Site, product: Measured, names: string[], stopped: AbortSignal): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      const id = await createApp(site, product, name)
      await untilDeploy(site, product, name, id, ({ outcome }) => outcome !== 'in_progress', 50)
      stopped.throwIfAborted()
    }),
  )
}

/** From the request to the first answer that says healthy; then waits until what served before is gone. */
async function timeDeploy(site: Site, product: Measured, app: string, begin: () => Promise<string>) {
  const startedAt = performance.now()
  const id = await begin()
  await untilDeploy(site, product, app, id, ({ outcome }) => outcome !== 'in_progress', 5)
  const ms = performance.now() - startedAt
  await untilDeploy(site, product, app, id, isDone, 20)
  return { id, ms }
}

function isDone({ phases }: Deploy): boolean {
  return phases.at(-1)?.name === 'done'
}

async function untilDeploy(
  site: Site,
  product: Measured,
  app: string,
  id: string,
  isThere: (deploy: Deploy) => boolean,
  everyMs: number,
): Promise<void> {
  const deadline = performance.now() + deployDeadlineMs
  for (;;) {
    const deploy = await ask<Deploy>(site, product, 'GET', `/apps/${app}/deploys/${id}`)
    if (deploy.failure) throw new Error(`a deploy of ${app} failed: ${deploy.failure.cause}`)
    if (isThere(deploy)) return
    if (performance.now() > deadline) throw new Error(`a deploy of ${app} took too long: ${JSON.stringify(deploy)}`)
    await sleep(everyMs)
  }
}

async function createApp(site: Site, product: Measured, name: string): Promise<string> {
  await ask(site, product, 'POST', '/apps', { name, image, port: 8080 })
  return (await ask<Deploy>(site, product, 'GET', `/apps/${name}/deploys/latest`)).id
}

/** The control plane anew, behind a socket that counts what it asks of the engine. */
async function measureRest(
  site: Site,
  folder: string,
  stopped: AbortSignal,
  say: (line: string) => void,
): Promise<AtRest> {
  const counted = await countCalls(new URL(site.host).pathname, join(folder, 'engine.sock'))
  const product = await startProduct(site.dataDir, { ...site.env, APP_DOCKER_HOST: counted.host })
  try {
    await sleep(settleMs, undefined, { signal: stopped })
    say(`${appsAtRest} apps at rest: ${restMs / 1000} s of measuring`)
    const busyBefore = busyMs(product.pid)
    const resync = await watchResync(product, counted.calls, stopped)
    const restBusyMs = busyMs(product.pid) - busyBefore
    const memory = memoryMb(product.pid)
    const closeLook = await measureCloseLook(product, counted, stopped)
    return {
      apps: appsAtRest,
      probes: 'none: an app has no liveness probe unless it asks for one',
      memory_mb: memory,
      cpu_percent: Math.round((restBusyMs / restMs) * 1e4) / 100,
      resync,
      after_lost_events: closeLook,
    }
  } finally {
    await product.stop()
    counted.close()
  }
}

/** Samples the CPU often, and finds the one resync of the window by the list call that begins it. */
async function watchResync(product: Measured, calls: EngineCall[], stopped: AbortSignal) {
  const endsAt = performance.now() + restMs
  const samples: { atMs: number; busy: number }[] = []
  const from = calls.length
  while (performance.now() < endsAt) {
    samples.push({ atMs: performance.now(), busy: busyMs(product.pid) })
    await sleep(250, undefined, { signal: stopped })
  }
  const made = calls.slice(from).filter(({ what }) => what.includes('/containers/'))
  const list = made.find(({ what }) => what.endsWith('/containers/json'))
  if (!list) throw new Error('no resync fell into the time of measuring')
  const before = samples.findLast(({ atMs }) => atMs < list.atMs - 50) ?? samples[0]
  const after = samples.find(({ atMs }) => atMs > list.atMs + 1000) ?? samples.at(-1)
  return { engine_calls: made.length, cpu_ms: Math.round((after?.busy ?? 0) - (before?.busy ?? 0)) }
}

/** What it costs when the event stream broke and every container is looked at, one by one. */
async function measureCloseLook(
  product: Measured,
  counted: { calls: EngineCall[]; cut(): void },
  stopped: AbortSignal,
) {
  const from = counted.calls.length
  const busyBefore = busyMs(product.pid)
  counted.cut()
  await sleep(settleMs, undefined, { signal: stopped })
  return { engine_calls: counted.calls.length - from, cpu_ms: Math.round(busyMs(product.pid) - busyBefore) }
}
