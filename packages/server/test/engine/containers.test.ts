// What the Docker driver does that only a real kernel can show: safe defaults inside a container, memory that runs out,
// long lines, large output, terminals, and engines that are elsewhere.
import { randomBytes } from 'node:crypto'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ContainerEngine, ContainerSpec, LogLine, Terminal } from '../../src/drivers/container/container.ts'
import { dockerEngine } from '../../src/drivers/container/docker.ts'
import { type TarEntry, tarOf } from '../../src/lib/tar.ts'
import { ensureEngine } from '../support/engine.ts'
import { ownSubnet } from '../support/own-subnet.ts'

const run = randomBytes(4).toString('hex')
const labels = { 'levelrail.test': run }
const subnet = ownSubnet(24)
const range = subnet.replace(/\.0\/24$/, '')
const network = { name: `levelrail-test-${run}`, subnet, labels, internal: true }
const signal = AbortSignal.timeout(115_000)
let engine: ContainerEngine
let made = 0

beforeAll(async () => {
  engine = dockerEngine(await ensureEngine())
  await engine.ensureNetwork(network, signal)
})

afterAll(async () => {
  for (const { id } of await engine.listContainers(labels, signal)) await engine.removeContainer(id, signal)
  for (const { name } of await engine.listVolumes(`levelrail.test=${run}`, signal))
    await engine.removeVolume(name, signal)
  await engine.removeNetwork(network.name, signal)
})

test('inside, the first process is small, few capabilities are left and none can be gained', async () => {
  const id = await start({ pidsLimit: 100 })
  const status = await sh(id, 'cat /proc/1/comm /proc/self/status')
  expect(status).toMatch(/^docker-init\n/)
  expect(status).toMatch(/NoNewPrivs:\s+1/)
  // CHOWN, DAC_OVERRIDE, FOWNER, KILL, SETGID, SETUID, NET_BIND_SERVICE.
  expect(status).toMatch(/CapBnd:\s+00000000000004eb/)
  expect(await sh(id, 'cat /sys/fs/cgroup/pids/pids.max || cat /sys/fs/cgroup/pids.max')).toBe('100\n')
  expect(await sh(id, 'ls /var/run/docker.sock; mknod /dev/x b 8 0; mount -t tmpfs x /mnt; echo tried')).toBe('tried\n')
})

test('environment, aliases, a fixed address and the volume are as asked', async () => {
  const volume = `levelrail-test-${run}-data`
  await engine.ensureVolume({ name: volume, labels }, signal)
  const odd = 'a "quoted" $VALUE\nof two lines = é'
  const id = await start({
    env: { ODD: odd },
    network: { name: network.name, address: `${range}.50`, aliases: ['shop', 'shop-web'] },
    mounts: [{ volume, path: '/data' }],
  })
  await vi.waitFor(async () => expect(await engine.readListeningPorts(id, signal)).not.toEqual([]), 10_000)
  expect(await (await fetch(`http://${range}.50:8080/env/ODD`)).text()).toBe(`${odd}\n`)
  await sh(id, 'echo kept > /data/file')
  await engine.removeContainer(id, signal)
  const next = await start({ mounts: [{ volume, path: '/data', readOnly: true }] })
  expect(await sh(next, 'cat /data/file; touch /data/no || echo read-only')).toBe('kept\nread-only\n')
  const other = await start({ network: { name: network.name, address: `${range}.51`, aliases: ['shop-web'] } })
  expect(await sh(next, 'nslookup shop-web | grep -c "10.2" ')).toMatch(/^[1-9]/)
  expect(await sh(other, 'ping -c 1 -w 2 192.0.2.1 >/dev/null 2>&1 || echo no way out')).toBe('no way out\n')
})

test('memory that runs out is told', async () => {
  const eat = async () => {
    const id = await start({ memoryBytes: 32 * 1024 * 1024, env: { EAT_MEMORY_MB: '200' } })
    expect(await engine.waitContainer(id, signal)).toEqual({ exitCode: 137 })
    return engine.inspectContainer(id, signal)
  }
  // The engine loses the news now and then, when the exit overtakes it.
  await vi.waitFor(async () => expect(await eat()).toMatchObject({ oomKilled: true, exitCode: 137 }), 60_000)
})

test('a limit set live holds in the kernel, and a lifted CPU set gives all CPUs back', async () => {
  const id = await start({ cpuset: '0' })
  await engine.updateResources(id, { memoryBytes: 48 * 1024 * 1024, cpus: 0.25, cpuset: '0' }, signal)
  const inside = 'cat /sys/fs/cgroup/memory/memory.limit_in_bytes || cat /sys/fs/cgroup/memory.max'
  expect(await sh(id, inside)).toBe(`${48 * 1024 * 1024}\n`)
  expect(await sh(id, 'nproc')).toBe('1\n')
  await engine.updateResources(id, {}, signal)
  expect(Number(await sh(id, 'nproc'))).toBeGreaterThan(0)
  expect((await engine.inspectContainer(id, signal)).resources.cpuset).toMatch(/^0-/)
})

test('long lines come in pieces of 16 KiB, without times in their middle, and the last needs no newline', async () => {
  const script = `perl -e 'print "x" x 40000, "\\n", "short\\n"; print STDERR "odd end"'`
  const id = await start({ command: ['sh', '-c', script] })
  await engine.waitContainer(id, signal)
  const lines = await linesOf(engine.logs(id, { timestamps: true }, signal))
  const out = lines.filter(({ stream }) => stream === 'stdout').map(({ line }) => line)
  expect(out.map((line) => line.length)).toEqual([16_384, 16_384, 40_000 - 2 * 16_384, 5])
  expect(out.join('')).toBe(`${'x'.repeat(40_000)}short`)
  expect(lines).toContainEqual(expect.objectContaining({ stream: 'stderr', at: expect.any(Date), line: 'odd end' }))
})

test('logs are found from a moment on', async () => {
  const id = await start({ env: { LOG_EVERY: '0.3' } })
  const seen: LogLine[] = []
  for await (const line of engine.logs(id, { follow: true, timestamps: true }, signal)) if (seen.push(line) === 4) break
  const third = seen[2]?.at ?? new Date(0)
  const [first] = await linesOf(engine.logs(id, { since: third, timestamps: true }, signal))
  expect(first).toEqual(seen[2])
})

test('a command has its own environment and user, and its output is bounded while it runs to its end', async () => {
  const id = await start()
  const command = ['sh', '-c', 'echo $WHO; id -u; echo wrong >&2; exit 7']
  expect(await engine.exec(id, { command, env: { WHO: 'me' }, user: '65534', maxOutputBytes: 1000, signal })).toEqual({
    exitCode: 7,
    stdout: 'me\n65534\n',
    stderr: 'wrong\n',
    truncated: false,
  })
  const much = ['perl', '-e', 'print "y" x 5_000_000; exit 9']
  const result = await engine.exec(id, { command: much, maxOutputBytes: 100_000, signal })
  expect(result).toMatchObject({ exitCode: 9, truncated: true })
  expect(result.stdout).toHaveLength(100_000)
})

test('a terminal shows what is typed, knows its size, changes it, and tells the exit code', async () => {
  const id = await start()
  const terminal = await engine.openTerminal(id, { command: ['sh'], columns: 91, rows: 33, signal })
  const shown = collect(terminal)
  terminal.stream.write('stty size; tty; echo $TERM\n')
  await vi.waitFor(() => expect(shown.text).toMatch(/33 91\r\n\/dev\/pts\/\d+\r\nxterm-256color/), 10_000)
  await terminal.resize(120, 40)
  terminal.stream.write('stty size; exit 3\n')
  expect(await terminal.exitCode()).toBe(3)
  expect(shown.text).toContain('40 120')
  await terminal.resize(80, 24)
})

test('a terminal that is closed leaves nothing running', async () => {
  const id = await start()
  const stop = new AbortController()
  const command = ['sh', '-c', 'sleep 4711; echo over']
  await engine.openTerminal(id, { command, columns: 80, rows: 24, signal: stop.signal })
  await vi.waitFor(async () => expect(await sh(id, 'ps')).toContain('sleep 4711'), 10_000)
  stop.abort()
  await vi.waitFor(async () => expect(await sh(id, 'ps')).not.toContain('sleep 4711'), 10_000)
})

test('a terminal ends what ignores being hung up on, and what it left in the background', async () => {
  const id = await start()
  const terminal = await engine.openTerminal(id, { command: ['sh'], columns: 80, rows: 24, signal })
  terminal.stream.write("trap '' HUP; sleep 4712 & sleep 4713\n")
  await vi.waitFor(async () => expect(await sh(id, 'ps')).toMatch(/sleep 4712[\s\S]*sleep 4713/), 10_000)
  terminal.stream.destroy()
  await vi.waitFor(async () => expect(await sh(id, 'ps')).not.toMatch(/sleep 471[23]|levelrail-watch/), 20_000)
})

test('a terminal that ends by itself leaves no watch behind', async () => {
  const id = await start()
  const terminal = await engine.openTerminal(id, { command: ['sh'], columns: 80, rows: 24, signal })
  collect(terminal)
  terminal.stream.write('exit 5\n')
  expect(await terminal.exitCode()).toBe(5)
  await vi.waitFor(async () => expect(await sh(id, 'ps')).not.toContain('levelrail-watch'), 20_000)
})

test('a command that takes too long is ended, with what it started, and what it wrote is told', async () => {
  const id = await start()
  const command = ['sh', '-c', 'echo begun; sleep 4714 & sleep 4715']
  const result = await engine.exec(id, { command, maxOutputBytes: 1000, timeoutMs: 1500, signal })
  expect(result).toEqual({ exitCode: 124, stdout: 'begun\n', stderr: '', truncated: false, timedOut: true })
  await vi.waitFor(async () => expect(await sh(id, 'ps')).not.toMatch(/sleep 471[45]/), 10_000)
  const stop = new AbortController()
  const given = engine.exec(id, { command: ['sleep', '4716'], maxOutputBytes: 1000, signal: stop.signal })
  await vi.waitFor(async () => expect(await sh(id, 'ps')).toContain('sleep 4716'), 10_000)
  stop.abort(new Error('enough'))
  await expect(given).rejects.toThrow('enough')
  await vi.waitFor(async () => expect(await sh(id, 'ps')).not.toContain('sleep 4716'), 10_000)
})

test('a terminal without its program shows the words of the engine', async () => {
  const id = await start()
  const terminal = await engine.openTerminal(id, { command: ['/no/such/shell'], columns: 80, rows: 24, signal })
  const shown = collect(terminal)
  expect(await terminal.exitCode()).toBe(126)
  expect(shown.text).toContain('/no/such/shell')
})

test('what was unpacked is there, and a link to it too', async () => {
  const id = await create({})
  const entries: TarEntry[] = [
    { type: 'folder', path: 'opt/told/one/' },
    { type: 'file', path: 'opt/told/one/word', content: 'hello\n' },
    { type: 'link', path: 'opt/told/current', target: 'one' },
  ]
  await engine.unpackInto(id, '/', tarOf(entries, new Date()), signal)
  await engine.startContainer(id, signal)
  const again: TarEntry[] = [
    { type: 'folder', path: 'opt/told/two/' },
    { type: 'file', path: 'opt/told/two/word', content: 'goodbye\n' },
    { type: 'link', path: 'opt/told/current', target: 'two' },
  ]
  const word = () => engine.exec(id, { command: ['cat', '/opt/told/current/word'], maxOutputBytes: 100, signal })
  expect(await word()).toMatchObject({ stdout: 'hello\n' })
  await engine.unpackInto(id, '/', tarOf(again, new Date()), signal)
  expect(await word()).toMatchObject({ stdout: 'goodbye\n' })
})

test('one that is kept up is back after it ended, and stays away when it was stopped', async () => {
  const id = await create({ isKeptUp: true, network: 'host', env: { PORT: '0', LISTEN_ADDRESS: '127.0.0.1' } })
  await engine.startContainer(id, signal)
  const { pid } = await engine.inspectContainer(id, signal)
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(async () => {
    const found = await engine.inspectContainer(id, signal)
    expect([found.state, found.pid === pid]).toEqual(['running', false])
  }, 20_000)
  await engine.stopContainer(id, 1, signal)
  expect((await engine.inspectContainer(id, signal)).state).toBe('exited')
})

test('a port that the machine itself holds is a conflict', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await vi.waitFor(() => expect(server.listening).toBe(true))
  const { port: hostPort } = server.address() as AddressInfo
  const id = await create({
    network: { name: 'bridge', aliases: [] },
    publish: [{ hostAddress: '127.0.0.1', hostPort, containerPort: 80 }],
  })
  await expect(engine.startContainer(id, signal)).rejects.toMatchObject({ kind: 'conflict' })
  server.close()
})

test('two that remove one container at the same time both succeed', async () => {
  const id = await start()
  await Promise.all([engine.removeContainer(id, signal), engine.removeContainer(id, signal)])
  await expect(engine.inspectContainer(id, signal)).rejects.toMatchObject({ kind: 'not-found' })
})

test('a container is found whoever reads its ports, on the machine or from afar', async () => {
  const socket = new URL(await ensureEngine()).pathname
  const id = await start({ env: { PORT: '3000' } })
  const relay = createServer((client) => {
    const real = connect(socket)
    client.pipe(real).pipe(client)
    for (const end of [client, real]) end.on('error', () => end.destroy())
  }).listen(0, '127.0.0.1')
  await vi.waitFor(() => expect(relay.listening).toBe(true))
  const { port } = relay.address() as AddressInfo
  const afar = dockerEngine(`tcp://127.0.0.1:${port}`)
  await vi.waitFor(
    async () => expect(await afar.readListeningPorts(id, signal)).toEqual([{ port: 3000, isLoopbackOnly: false }]),
    10_000,
  )
  relay.close()
})

function spec(more: Partial<ContainerSpec>): ContainerSpec {
  return {
    name: `levelrail-test-${run}-${++made}`,
    image: 'levelrail/test-app:1',
    env: {},
    labels,
    network: { name: network.name, aliases: [] },
    ...more,
  }
}

function create(more: Partial<ContainerSpec>): Promise<string> {
  return engine.createContainer(spec(more), signal)
}

async function start(more: Partial<ContainerSpec> = {}): Promise<string> {
  const id = await create(more)
  await engine.startContainer(id, signal)
  return id
}

async function sh(id: string, script: string): Promise<string> {
  return (await engine.exec(id, { command: ['sh', '-c', script], maxOutputBytes: 100_000, signal })).stdout
}

async function linesOf(logs: AsyncIterable<LogLine>): Promise<LogLine[]> {
  const lines: LogLine[] = []
  for await (const line of logs) lines.push(line)
  return lines
}

function collect(terminal: Terminal): { text: string } {
  const shown = { text: '' }
  terminal.stream.setEncoding('utf8')
  terminal.stream.on('data', (text: string) => {
    shown.text += text
  })
  return shown
}
