// A benchmark leaves nothing on the engine, and says so where it cannot help it.
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeAll } from '../../bench/remove-all.ts'
import type { ContainerEngine } from '../../src/drivers/container/container.ts'
import { engine, signal, testImage } from '../support/deploying.ts'
import { ownSubnet } from '../support/own-subnet.ts'

const key = 'levelrail.test'
const said: string[] = []
const members: string[] = []
const say = (line: string) => void said.push(line)
let value = ''
let network = ''

beforeEach(async () => {
  value = randomBytes(4).toString('hex')
  network = `levelrail-test-${value}`
  said.length = 0
  await makeNetwork()
})

afterEach(async () => {
  for (const id of members.splice(0)) await engine.removeContainer(id, signal())
  await engine.removeNetwork(network, signal())
})

function makeNetwork() {
  const spec = { name: network, subnet: ownSubnet(28), labels: { [key]: value }, internal: false }
  return engine.ensureNetwork(spec, signal())
}

async function runMember(labels: Record<string, string>): Promise<string> {
  const attached = { name: network, aliases: [] }
  const name = `${network}-${randomBytes(2).toString('hex')}`
  const id = await engine.createContainer({ name, image: testImage, env: {}, labels, network: attached }, signal())
  members.push(id)
  await engine.startContainer(id, signal())
  return id
}

async function whatIsThere(): Promise<string[]> {
  const containers = await engine.listContainers({ [key]: value }, signal())
  const networks = await engine.listNetworks(`${key}=${value}`, signal())
  return [...containers, ...networks].map(({ name }) => name)
}

test('what the engine made after it was looked for goes too', async () => {
  await runMember({ [key]: value })
  let isFirst = true
  const late: ContainerEngine = {
    ...engine,
    async removeNetwork(...removed) {
      await engine.removeNetwork(...removed)
      if (!isFirst) return
      isFirst = false
      await makeNetwork()
      await runMember({ [key]: value })
    },
  }
  await removeAll(late, { key, value }, say)
  expect(await whatIsThere()).toEqual([])
  expect(said).toEqual([])
})

test('a network that still has an endpoint goes when that is gone', async () => {
  const stranger = await runMember({})
  const slow: ContainerEngine = {
    ...engine,
    removeNetwork: (...removed) =>
      engine.removeNetwork(...removed).catch(async (error: unknown) => {
        await engine.removeContainer(stranger, signal())
        throw error
      }),
  }
  await removeAll(slow, { key, value }, say)
  expect(await whatIsThere()).toEqual([])
  expect(said).toEqual([])
})

test('what stays is said, and holds up no other', async () => {
  await runMember({ [key]: value })
  await runMember({})
  await removeAll(engine, { key, value }, say)
  expect(await whatIsThere()).toEqual([network])
  expect(said).toEqual([expect.stringMatching(/^left behind: .*active endpoints/)])
})
