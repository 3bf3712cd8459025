// The control plane is killed with -9 at every named place of a deploy, a stop, a scale and a removal. The next start
// brings the app to what was asked: nothing doubled, nothing orphaned, nothing in progress, and no address kept.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { describe, expect, test } from 'vitest'
import { engine, eventually, signal, testImage } from '../support/deploying.ts'
import { withMortalServer } from '../support/mortal-server.ts'

const mortal = withMortalServer({ APP_RESTART_BACKOFF_BASE: '0s' })
const { ask, rows } = mortal
let version = 0

/** What got no answer before the control plane died: it may have happened or not, and is asked for again. */
let unanswered: (() => Promise<unknown>) | undefined

async function dieAt(place: string, act: () => Promise<unknown>): Promise<void> {
  unanswered = (await mortal.dieAt(place, act)) ? undefined : act
}

async function startAgain(): Promise<void> {
  await mortal.startAgain()
  // Refused when it had happened after all.
  await unanswered?.().catch(() => {})
}

async function containersOf(app: string) {
  return engine.listContainers({ 'levelrail.instance': mortal.instanceId(), 'levelrail.app': app }, signal())
}

const versionAt = (address: unknown) =>
  fetch(`http://${address}:8080/`, { signal: AbortSignal.timeout(1000) }).then(
    (response) => response.headers.get('x-version'),
    () => 'no answer',
  )

/** All there is to see of an app, in the engine, in the store and by asking it. */
async function look(app: string) {
  const containers = await containersOf(app)
  const view = await ask<App>('GET', `/${app}`)
  const kept = rows(`select container, address from replicas where app = '${app}'`)
  return {
    ready: view.conditions[0]?.reason,
    inProgress: rows(`select id from deploys where app = '${app}' and outcome = 'in_progress'`).length,
    containers: containers.map(({ labels, state }) =>
      labels['levelrail.deploy'] === view.current_deploy_id ? state : 'of another deploy',
    ),
    numbers: containers.map(({ labels }) => Number(labels['levelrail.replica'])).toSorted(),
    hasAddressEach: containers.every(({ name }) => kept.some(({ container }) => container === name)),
    addresses: new Set(kept.map(({ address }) => address)).size,
    answers: await Promise.all(kept.map(({ address }) => versionAt(address))),
  }
}

const running = (replicas: number, answer = String(version)) => ({
  ready: 'Serving',
  inProgress: 0,
  containers: Array.from({ length: replicas }, () => 'running'),
  numbers: Array.from({ length: replicas }, (_, number) => number),
  hasAddressEach: true,
  addresses: replicas,
  answers: Array.from({ length: replicas }, () => answer),
})
const stopped = { ...running(0), ready: 'Stopped' }

const create = (name: string, body: object = {}) =>
  ask('POST', '', { name, image: testImage, port: 8080, env: { VERSION: String(++version) }, ...body })

async function deployNext(app: string, more: Record<string, string> = {}): Promise<void> {
  await ask('PATCH', `/${app}`, { env: { VERSION: String(++version), ...more } })
  await ask('POST', `/${app}/deploys`, {})
}

const loopActs = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => [
    `loop.apps.before-act:${from + at}`,
    `loop.apps.after-act:${from + at}`,
  ]).flat()

describe('a first deploy', () => {
  test.each([
    'app.address-taken',
    'app.created',
    'app.started',
    'deploy.before-serve-commit',
    'deploy.served',
    ...loopActs(2, 3),
  ])('killed at %s', async (place) => {
    const name = `first-${version}`
    await dieAt(place, () => create(name))
    await startAgain()
    await eventually(() => look(name)).toEqual(running(1))
    await ask('DELETE', `/${name}`)
    await eventually(() => containersOf(name)).toEqual([])
  })
})

describe('an app that serves', () => {
  test('is there', async () => {
    await create('web')
    await eventually(() => look('web')).toEqual(running(1))
  })

  test.each([
    'app.address-taken',
    'app.created',
    'app.started',
    'deploy.before-serve-commit',
    'deploy.served',
    'app.stopped',
    'app.removed',
    ...loopActs(3, 3),
  ])('next deploy killed at %s: something answers all the while', async (place) => {
    const before = String(version)
    await dieAt(place, () => deployNext('web'))
    const addresses = rows("select address from replicas where app = 'web'").map(({ address }) => address)
    const hasSwitched = place === 'app.stopped' || place === 'app.removed'
    await eventually(() => Promise.all(addresses.map(versionAt))).toContain(hasSwitched ? String(version) : before)
    await startAgain()
    await eventually(() => look('web')).toEqual(running(1))
  })

  test.each(['deploy.failed', 'app.stopped'])(
    'a deploy that fails, killed at %s: the old one serves',
    async (place) => {
      const before = String(version)
      await dieAt(place, () => deployNext('web', { CRASH_AT_START: '3' }))
      await startAgain()
      await eventually(() => look('web')).toEqual(running(1, before))
      expect(await ask('GET', '/web/deploys/latest')).toMatchObject({
        outcome: 'failed',
        failure: { code: 'container_crashed' },
      })
      await deployNext('web')
      await eventually(() => look('web')).toEqual(running(1))
    },
  )

  test.each(['app.address-taken', 'app.created', 'app.started:2'])('scale up killed at %s', async (place) => {
    await dieAt(place, () => ask('PATCH', '/web', { replicas: 3 }))
    await startAgain()
    await eventually(() => look('web')).toEqual(running(3))
    await ask('PATCH', '/web', { replicas: 1 })
    await eventually(() => look('web')).toEqual(running(1))
  })

  test.each(['app.stopped', 'app.removed'])('scale down killed at %s', async (place) => {
    await ask('PATCH', '/web', { replicas: 2 })
    await eventually(() => look('web')).toEqual(running(2))
    await dieAt(place, () => ask('PATCH', '/web', { replicas: 1 }))
    await startAgain()
    await eventually(() => look('web')).toEqual(running(1))
  })

  test.each([
    ['app.stopped', 'app.created'],
    ['app.removed', 'app.address-taken'],
    ['loop.apps.before-act', 'app.started'],
  ])('a stop killed at %s, and the start after it at %s', async (stopping, starting) => {
    await dieAt(stopping, () => ask('POST', '/web/stop'))
    await startAgain()
    await eventually(() => look('web')).toEqual(stopped)
    await dieAt(starting, () => ask('POST', '/web/start'))
    await startAgain()
    await eventually(() => look('web')).toEqual(running(1))
  })

  test('superseded in the dark: the older deploy leaves nothing behind', async () => {
    await dieAt('app.created', () => deployNext('web'))
    await startAgain()
    await deployNext('web')
    await eventually(() => look('web')).toEqual(running(1))
  })

  test.each(['app.stopped', 'app.removed'])('a removal killed at %s', async (place) => {
    const name = `gone-${version}`
    await create(name)
    await eventually(() => look(name)).toEqual(running(1))
    await dieAt(place, () => ask('DELETE', `/${name}`))
    await startAgain()
    await eventually(() => containersOf(name)).toEqual([])
    await eventually(() => rows(`select name from apps where name = '${name}'`)).toEqual([])
    expect(rows(`select address from replicas where app = '${name}'`)).toEqual([])
    expect(await mortal.statusOf(`/${name}`)).toBe(404)
  })
})

test.each(['app.stopped', 'app.created', 'deploy.served'])(
  'an app that must not run twice, killed at %s of a deploy',
  async (place) => {
    const name = `once-${version}`
    await create(name, { volumes: [{ name: 'data', path: '/data' }] })
    await eventually(() => look(name)).toEqual(running(1))
    await dieAt(place, () => deployNext(name))
    expect((await containersOf(name)).length).toBeLessThanOrEqual(1)
    await startAgain()
    await eventually(() => look(name)).toEqual(running(1))
    await ask('DELETE', `/${name}`)
    await eventually(() => containersOf(name)).toEqual([])
  },
)

test('after all of it, every address that is kept has a container, and every container an app', async () => {
  const containers = await engine.listContainers({ 'levelrail.instance': mortal.instanceId() }, signal())
  await eventually(() =>
    rows('select container from replicas')
      .map(({ container }) => container)
      .toSorted(),
  ).toEqual(containers.map(({ name }) => name).toSorted())
  expect(containers.map(({ labels }) => labels['levelrail.app'])).toEqual(['web'])
})
