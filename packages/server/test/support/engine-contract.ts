// What every container engine driver does, held against the fake and the real one. Everything made here carries a label
// of its own run and is removed afterwards.
import { randomBytes, randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ContainerEngine, ContainerSpec, EngineEvent, LogLine } from '../../src/drivers/container/container.ts'
import { tarOf } from '../../src/lib/tar.ts'
import { ownSubnet } from './own-subnet.ts'

const image = 'levelrail/test-app:1'

export function engineContract(make: () => Promise<ContainerEngine>): void {
  describe('an engine', () => {
    const run = randomBytes(4).toString('hex')
    const labels = { 'levelrail.test': run }
    const subnet = ownSubnet(24)
    const range = subnet.replace(/\.0\/24$/, '')
    const network = { name: `levelrail-test-${run}`, subnet, labels, internal: false }
    const signal = AbortSignal.timeout(110_000)
    const elsewhere = `${network.name}-2`
    let engine: ContainerEngine
    let made = 0

    const spec = (more: Partial<ContainerSpec> = {}): ContainerSpec => ({
      name: `levelrail-test-${run}-${++made}`,
      image,
      env: {},
      labels,
      network: { name: network.name, aliases: [] },
      ...more,
    })
    const create = (more: Partial<ContainerSpec> = {}) => engine.createContainer(spec(more), signal)
    const start = async (more: Partial<ContainerSpec> = {}) => {
      const id = await create(more)
      await engine.startContainer(id, signal)
      return id
    }
    const state = async (id: string) => (await engine.inspectContainer(id, signal)).state

    beforeAll(async () => {
      engine = await make()
      await engine.ensureNetwork(network, signal)
    })

    afterAll(async () => {
      for (const { id } of await engine.listContainers(labels, signal)) await engine.removeContainer(id, signal)
      for (const { name } of await engine.listVolumes(`levelrail.test=${run}`, signal))
        await engine.removeVolume(name, signal)
      for (const name of [network.name, elsewhere]) await engine.removeNetwork(name, signal)
    })

    test('a container is created, runs with its address, stops and goes', async () => {
      const name = `levelrail-test-${run}-life`
      const id = await create({ name, network: { name: network.name, address: `${range}.77`, aliases: ['life'] } })
      expect(await engine.inspectContainer(id, signal)).toMatchObject({
        state: 'created',
        name,
        addresses: {},
        exitCode: undefined,
        startedAt: undefined,
        pid: 0,
      })
      await engine.startContainer(id, signal)
      await engine.startContainer(id, signal)
      const running = await engine.inspectContainer(id, signal)
      expect(running).toMatchObject({ state: 'running', addresses: { [network.name]: `${range}.77` }, error: '' })
      expect(running).toMatchObject({ exitCode: undefined, oomKilled: false, startedAt: expect.any(Date) })
      expect(running.pid).toBeGreaterThan(0)
      await vi.waitFor(async () => expect(await engine.readListeningPorts(id, signal)).toHaveLength(1), 10_000)
      await engine.stopContainer(id, 10, signal)
      await engine.stopContainer(id, 10, signal)
      expect(await engine.inspectContainer(id, signal)).toMatchObject({ state: 'exited', exitCode: 0, addresses: {} })
      await engine.removeContainer(id, signal)
      await engine.removeContainer(id, signal)
      await expect(engine.inspectContainer(id, signal)).rejects.toMatchObject({ kind: 'not-found' })
    })

    test('containers are listed by their labels, running or not', async () => {
      const both = { ...labels, 'levelrail.app': run }
      const stopped = await create({ labels: both })
      const running = await start({ labels: both })
      await create()
      const found = await engine.listContainers({ 'levelrail.test': run, 'levelrail.app': run }, signal)
      expect(found.toSorted((a, b) => a.state.localeCompare(b.state))).toMatchObject([
        { id: stopped, state: 'created', addresses: {}, labels: both },
        { id: running, state: 'running', addresses: { [network.name]: expect.stringContaining(range) } },
      ])
      const inspected = await engine.inspectContainer(running, signal)
      expect(found.find(({ id }) => id === running)).toMatchObject({ name: inspected.name, imageId: inspected.imageId })
      expect(await engine.listContainers({ 'levelrail.test': 'nobody' }, signal)).toEqual([])
    })

    test('a name that is taken is a conflict, and an image that is not here is not found', async () => {
      const taken = spec()
      await engine.createContainer(taken, signal)
      await expect(engine.createContainer(taken, signal)).rejects.toMatchObject({ kind: 'conflict' })
      await expect(create({ image: 'levelrail/no-such:1' })).rejects.toMatchObject({ kind: 'not-found' })
    })

    test('a container can be made of an image id', async () => {
      const { id: imageId } = await engine.inspectImage(image, signal)
      expect(await engine.inspectContainer(await create({ image: imageId }), signal)).toMatchObject({ imageId })
    })

    test('an address or a port that is taken is a conflict, and the container stays created', async () => {
      const fixed = { network: { name: network.name, address: `${range}.88`, aliases: [] } }
      await start(fixed)
      const second = await create(fixed)
      await expect(engine.startContainer(second, signal)).rejects.toMatchObject({ kind: 'conflict' })
      const publish = [{ hostAddress: '127.0.0.1', hostPort: randomInt(20_000, 30_000), containerPort: 8080 }]
      await start({ publish })
      const third = await create({ publish })
      await expect(engine.startContainer(third, signal)).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining('already allocated'),
      })
      expect(await state(third)).toBe('created')
    })

    test('a command that cannot run is refused, and the container tells why', async () => {
      const id = await create({ init: false, entrypoint: [], command: ['/no/such/program'] })
      await expect(engine.startContainer(id, signal)).rejects.toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('/no/such/program'),
      })
      expect(await engine.inspectContainer(id, signal)).toMatchObject({
        state: 'created',
        exitCode: 127,
        error: expect.stringContaining('/no/such/program'),
      })
    })

    test('a command that cannot run under the small first process ends with 127 and says so in the log', async () => {
      const id = await start({ entrypoint: [], command: ['/no/such/program'] })
      expect(await engine.waitContainer(id, signal)).toEqual({ exitCode: 127 })
      const [said] = await linesOf(engine.logs(id, {}, signal))
      expect(said?.line).toContain('/no/such/program failed: No such file or directory')
    })

    test('waiting tells the exit code of a container that crashes', async () => {
      const id = await start({ env: { CRASH_AT_START: '3' } })
      expect(await engine.waitContainer(id, signal)).toEqual({ exitCode: 3 })
      const ended = await engine.inspectContainer(id, signal)
      expect(ended).toMatchObject({ state: 'exited', exitCode: 3, pid: 0, finishedAt: expect.any(Date) })
    })

    test('a kill ends who waits, and one that does not run cannot be killed', async () => {
      const id = await start()
      const waiting = engine.waitContainer(id, signal)
      await expect(engine.killContainer(id, 'SIGNOTHING', signal)).rejects.toMatchObject({ kind: 'refused' })
      await engine.killContainer(id, 'SIGKILL', signal)
      expect(await waiting).toEqual({ exitCode: 137 })
      await expect(engine.killContainer(id, 'SIGKILL', signal)).rejects.toMatchObject({ kind: 'conflict' })
    })

    test('limits are set, changed while it runs, and lifted', async () => {
      const id = await start({ memoryBytes: 64e6, cpus: 0.5 })
      const limits = async () => (await engine.inspectContainer(id, signal)).resources
      expect(await limits()).toEqual({ memoryBytes: 64e6, memorySwapBytes: 64e6, cpus: 0.5 })
      await engine.updateResources(id, { memoryBytes: 128e6, memorySwapBytes: 160e6, cpus: 1.5 }, signal)
      expect(await limits()).toEqual({ memoryBytes: 128e6, memorySwapBytes: 160e6, cpus: 1.5 })
      await engine.updateResources(id, { memoryBytes: 32e6 }, signal)
      expect(await limits()).toEqual({ memoryBytes: 32e6, memorySwapBytes: 32e6 })
      await engine.updateResources(id, {}, signal)
      expect(await limits()).toEqual({})
      await expect(engine.updateResources(id, { memoryBytes: 1e6 }, signal)).rejects.toMatchObject({ kind: 'refused' })
      expect(await state(id)).toBe('running')
    })

    test('logs tell the stream and the time, and following ends with the container', async () => {
      const id = await create({ env: { CRASH_AT_START: '1' } })
      const before = new Date(Date.now() - 1000)
      await engine.startContainer(id, signal)
      const lines = await linesOf(engine.logs(id, { follow: true, timestamps: true }, signal))
      const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/)
      expect(lines).toEqual([{ stream: 'stderr', at: expect.any(Date), stamp, line: 'crashing at start, as told' }])
      const { stamp: since = '', at = new Date() } = lines[0] ?? {}
      expect(await linesOf(engine.logs(id, { since }, signal))).toHaveLength(1)
      expect(await linesOf(engine.logs(id, { since: `${since.slice(0, -4)}999Z` }, signal))).toEqual([])
      expect(await linesOf(engine.logs(id, { until: new Date(at.getTime() - 1000) }, signal))).toEqual([])
      expect(lines[0]?.at?.getTime()).toBeGreaterThan(before.getTime())
      expect(await linesOf(engine.logs(id, { tail: 5 }, signal))).toMatchObject([{ at: undefined }])
      expect(await linesOf(engine.logs(id, { since: new Date(Date.now() + 60_000) }, signal))).toEqual([])
      await expect(linesOf(engine.logs('no-such', {}, signal))).rejects.toMatchObject({ kind: 'not-found' })
    })

    test('following the logs of a running container ends quietly when it is no longer wanted', async () => {
      const id = await start({ env: { VERSION: 'blue' } })
      const stop = new AbortController()
      const seen: string[] = []
      for await (const { line } of engine.logs(id, { follow: true }, stop.signal)) {
        seen.push(line)
        stop.abort()
      }
      expect(seen).toEqual(['test-app blue listening on port 8080'])
    })

    test('the ports are told that something listens on', async () => {
      const id = await start({ env: { PORT: '3000' } })
      const onlyInside = await start({ env: { LISTEN_ADDRESS: '127.0.0.1' } })
      const ports = async (which: string) => {
        const found = await engine.readListeningPorts(which, signal)
        expect(found).not.toEqual([])
        return found
      }
      expect(await vi.waitFor(() => ports(id), 10_000)).toEqual([{ port: 3000, isLoopbackOnly: false }])
      expect(await vi.waitFor(() => ports(onlyInside), 10_000)).toEqual([{ port: 8080, isLoopbackOnly: true }])
      await expect(engine.readListeningPorts(await create(), signal)).rejects.toMatchObject({ kind: 'conflict' })
    })

    test('a command runs inside and tells its output and exit code', async () => {
      const id = await start()
      const run = (...command: string[]) => engine.exec(id, { command, maxOutputBytes: 12, signal })
      expect(await run('echo', 'hello')).toEqual({ exitCode: 0, stdout: 'hello\n', stderr: '', truncated: false })
      expect(await run('echo', 'hello hello hello')).toMatchObject({ stdout: 'hello hello ', truncated: true })
      expect(await run('false')).toMatchObject({ exitCode: 1 })
      expect(await run('/no/such/program')).toMatchObject({ exitCode: 126, stdout: 'OCI runtime ' })
      await engine.stopContainer(id, 1, signal)
      await expect(run('true')).rejects.toMatchObject({ kind: 'conflict' })
    })

    test('a command takes what it is given and gives back, until either side ends it', async () => {
      const id = await start()
      const pipe = await engine.openPipe(id, { command: ['cat'], signal })
      const heard: string[] = []
      const ended = new Promise((resolve) => pipe.once('end', resolve))
      pipe.on('data', (chunk: Buffer) => void heard.push(chunk.toString()))
      for (const line of ['one\n', 'two\n']) {
        pipe.write(line)
        await vi.waitFor(() => expect(heard.join('')).toContain(line), 10_000)
      }
      pipe.end()
      await ended
      expect(heard.join('')).toBe('one\ntwo\n')
      await engine.stopContainer(id, 1, signal)
      await expect(engine.openPipe(id, { command: ['cat'], signal })).rejects.toMatchObject({ kind: 'conflict' })
    })

    test('files are put into a container before it ever ran, and into one that runs', async () => {
      const id = await create()
      const archive = tarOf([{ type: 'file', path: 'etc/told', content: 'hello\n' }], new Date())
      await engine.unpackInto(id, '/', archive, signal)
      await engine.startContainer(id, signal)
      await engine.unpackInto(id, '/', archive, signal)
      await expect(engine.unpackInto('no-such', '/', archive, signal)).rejects.toMatchObject({ kind: 'not-found' })
    })

    test('a container on the network of the machine has no address of its own', async () => {
      const id = await create({ network: 'host', isKeptUp: true, capabilities: [], command: ['sleep', '60'] })
      expect(await engine.inspectContainer(id, signal)).toMatchObject({ state: 'created', addresses: {} })
    })

    test('a network is made once, and another one of its name or subnet is a conflict', async () => {
      const again = await engine.ensureNetwork(network, signal)
      expect(again).toMatchObject({ ...network, gateway: `${range}.1` })
      for (const other of [
        { labels: { 'levelrail.test': 'other' } },
        { internal: true },
        { name: `${network.name}-x` },
      ])
        await expect(engine.ensureNetwork({ ...network, ...other }, signal)).rejects.toMatchObject({ kind: 'conflict' })
      await start()
      await expect(engine.removeNetwork(network.name, signal)).rejects.toMatchObject({ kind: 'conflict' })
      await engine.removeNetwork(`${network.name}-nowhere`, signal)
    })

    test('a container joins a second network, running or not, and twice does no harm', async () => {
      const otherSubnet = ownSubnet(24)
      const otherRange = otherSubnet.replace(/\.0\/24$/, '')
      await engine.ensureNetwork({ ...network, name: elsewhere, subnet: otherSubnet, internal: true }, signal)
      const [running, stopped] = [await start(), await create()]
      for (const [place, id] of [running, stopped, running].entries())
        await engine.connectNetwork(
          id,
          { name: elsewhere, address: `${otherRange}.${20 + (place % 2)}`, aliases: [] },
          signal,
        )
      await engine.startContainer(stopped, signal)
      for (const [place, id] of [running, stopped].entries())
        expect((await engine.inspectContainer(id, signal)).addresses).toEqual({
          [network.name]: expect.stringContaining(range),
          [elsewhere]: `${otherRange}.${20 + place}`,
        })
      const nowhere = { name: `${network.name}-nowhere`, aliases: [] }
      await expect(engine.connectNetwork(running, nowhere, signal)).rejects.toMatchObject({ kind: 'not-found' })
    })

    test('a volume outlives its containers and goes only when nothing uses it', async () => {
      const volume = { name: `levelrail-test-${run}-data`, labels }
      await engine.ensureVolume(volume, signal)
      await engine.ensureVolume(volume, signal)
      const other = engine.ensureVolume({ ...volume, labels: { 'levelrail.test': 'other' } }, signal)
      await expect(other).rejects.toMatchObject({ kind: 'conflict' })
      const id = await start({ mounts: [{ volume: volume.name, path: '/data' }] })
      await expect(engine.removeVolume(volume.name, signal)).rejects.toMatchObject({ kind: 'conflict' })
      await engine.removeContainer(id, signal)
      expect(await engine.listVolumes(`levelrail.test=${run}`, signal)).toMatchObject([volume])
      await engine.removeVolume(volume.name, signal)
      await engine.removeVolume(volume.name, signal)
      expect(await engine.listVolumes(`levelrail.test=${run}`, signal)).toEqual([])
    })

    test('networks are listed by their label with who is in them, running or not', async () => {
      const name = `${network.name}-3`
      await engine.ensureNetwork({ ...network, name, subnet: ownSubnet(24) }, signal)
      const members = async () =>
        (await engine.listNetworks(`levelrail.test=${run}`, signal)).find((each) => each.name === name)?.members
      expect(await members()).toEqual([])
      const here = { network: { name, aliases: [] } }
      const resting = await create({ ...here, name: `${name}-resting` })
      const running = await start({ ...here, name: `${name}-running` })
      expect((await members())?.toSorted()).toEqual([`${name}-resting`, `${name}-running`])
      for (const id of [resting, running]) await engine.removeContainer(id, signal)
      expect(await members()).toEqual([])
      expect(await engine.listNetworks('levelrail.test=none-such', signal)).toEqual([])
      await engine.removeNetwork(name, signal)
    })

    test('the room that things take is told, and how many containers have a volume', async () => {
      const volume = { name: `levelrail-test-${run}-measured`, labels }
      await engine.ensureVolume(volume, signal)
      const id = await create({ mounts: [{ volume: volume.name, path: '/data' }] })
      const { imageId } = await engine.inspectContainer(id, signal)
      const use = await engine.readDiskUse(signal)
      expect(use.volumes[volume.name]).toEqual({ bytes: expect.any(Number), users: 1 })
      expect(use.containers[id]).toEqual(expect.any(Number))
      expect(use.images[imageId]).toEqual(expect.any(Number))
      await engine.removeContainer(id, signal)
      expect((await engine.readDiskUse(signal)).volumes[volume.name]?.users).toBe(0)
      await engine.removeVolume(volume.name, signal)
    })

    test('what happens to containers is told as events', async () => {
      const stop = new AbortController()
      const id = await create({ env: { CRASH_AT_START: '5' } })
      const seen: EngineEvent[] = []
      const isOpen = Promise.withResolvers<void>()
      const watching = (async () => {
        for await (const event of engine.events(AbortSignal.any([stop.signal, signal]), isOpen.resolve)) {
          // That it was made may still be told to whoever listens a moment later.
          if (event.id === id && event.action !== 'create') seen.push(event)
          if (seen.at(-1)?.action === 'die') stop.abort()
        }
      })()
      await isOpen.promise
      await engine.startContainer(id, signal)
      await watching
      expect(seen.map(({ action }) => action)).toEqual(['start', 'die'])
      expect(seen[1]).toMatchObject({ type: 'container', attributes: { exitCode: '5', 'levelrail.test': run } })
    })
  })
}

async function linesOf(logs: AsyncIterable<LogLine>): Promise<LogLine[]> {
  const lines: LogLine[] = []
  for await (const line of logs) lines.push(line)
  return lines
}
