// The ingress by HAProxy, in a container of ours on the network of the machine. Files are written first, so that it is
// back from them whatever happens; then the running process is changed by its socket, and started anew only when its
// structure changed. It is looked at as it is, never as it was left: a control plane that died half-way is no matter.
import type { Duplex } from 'node:stream'
import { failpoint } from '../../lib/failpoint.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import { type TarEntry, tarOf } from '../../lib/tar.ts'
import { type ContainerEngine, DriverError, type ListedContainer } from '../container/container.ts'
import { assignSlots, type Slots, slotNames, slotsOf } from './backend-slots.ts'
import { CertificateShelf } from './certificate-shelf.ts'
import { holdCurrent, readCurrentWorker, readWorkerCounters, releaseHeld } from './count-requests.ts'
import {
  type Ingress,
  IngressError,
  type IngressFault,
  type IngressPlan,
  type Listen,
  type TlsPlan,
} from './ingress.ts'
import { findPortOwner } from './port-owner.ts'
import { addCertificates, type RefusedCertificate, removeCertificates } from './proxy-certificates.ts'
import { changesFor, type ProcessState } from './proxy-changes.ts'
import { FilePipe, unpackCommand } from './proxy-files.ts'
import { home, masterSocket } from './proxy-paths.ts'
import { commandWords, ProxySocket } from './proxy-socket.ts'
import { faultIn, readMap, readReload, readServers, readSessions, readStructure, readWorkers } from './proxy-state.ts'
import { checkPlan } from './proxy-words.ts'
import { type IngressFiles, maps, render } from './render.ts'
import { certificateFolder, listenText, quicWord } from './render-tls.ts'
import { withoutHttps } from './without-https.ts'

export interface HaproxyOptions {
  engine: ContainerEngine
  image: string
  /** Name of the container. */
  name: string
  /** By these it is found again. */
  labels: Record<string, string>
  moreLabels?: Record<string, string>
  now: () => Date
  /** Told what is done to the container, for the log. */
  say?: (message: string) => void
  /** Told after each reload: a process waits to be read, and to be released. */
  onReload?: () => void
}

const stopGraceSeconds = 5
const startDeadlineMs = 15_000
/** For a turn and all that is done in it. Deploys wait for the proxy, and must not for one that hangs. */
const turnDeadlineMs = 30_000
const memoryBytes = 512 * 1024 * 1024
/** The socket is opened by whichever of the two the image has. The first would wait half a second when the other end closes. */
const talk = 'command -v socat >/dev/null && exec socat -t0.02 - "UNIX-CONNECT:$1"; exec nc "local:$1"'

export function haproxyIngress(options: HaproxyOptions): Ingress {
  const { engine, name } = options
  const alone = createSemaphore(1)
  let socket: ProxySocket | undefined
  let slots: Slots | undefined
  /** What this process last made so: the same plan again, while the conversation lasts, is no work. */
  let applied = ''
  let appliedFaults: IngressFault[] = []
  const shelf = new CertificateShelf()
  /** Whether the container was looked at since this process began. */
  let isKnown = false
  /** The process that was last held for its counters. */
  let held: string | undefined
  let pipe: FilePipe | undefined
  /** Of the container that the conversation is with. */
  let containerId = ''

  async function converge(lookUp: () => Promise<IngressPlan>, signal: AbortSignal): Promise<IngressFault[]> {
    const wanted = await lookUp()
    const intent = JSON.stringify(wanted)
    if (applied === intent && socket?.isOpen) return appliedFaults
    applied = ''
    checkPlan(wanted)
    const found = await lookAtContainer(signal)
    const running = found?.isRunning
      ? readStructure(await (await connect(signal)).ask('@1 show info', signal))
      : undefined
    const { plan, faults } = await whatCanBeDone(wanted, running ?? '')
    const refused = await makeSo(found?.id, running, plan, signal)
    // Its file must go again before the proxy next starts.
    if (refused) return converge(async () => wanted, signal)
    const isWhole = faults.every(({ kind }) => kind !== 'port-taken')
    if (isWhole) applied = intent
    appliedFaults = faults
    return faults
  }

  /** What others take, or nobody could use, is left out and told of; a port of HTTP that is taken is for `start` to say. */
  async function whatCanBeDone(
    wanted: IngressPlan,
    running: string,
  ): Promise<{ plan: IngressPlan; faults: IngressFault[] }> {
    const { tls: wantedTls, ...rest } = wanted
    if (!wantedTls) return { plan: rest, faults: [] }
    const open = running.split(' ')
    const taken: string[] = []
    const fresh = wantedTls.listen.filter((each) => !open.includes(listenText(each)))
    for (const listen of fresh) taken.push(...(await portTaken(listen)))
    if (taken.length > 0)
      return {
        plan: withoutHttps(rest, () => false),
        faults: taken.map((message) => ({ kind: 'port-taken', message })),
      }
    const hasQuic = open.includes(quicWord) && fresh.length === 0
    const { tls, faults } = shelf.usable(hasQuic ? wantedTls : await withFreeQuic(wantedTls))
    const left = wantedTls.certificates.filter((each) => !tls.certificates.includes(each))
    const isAnswered = (host: string) => !left.some(({ hosts }) => hosts.includes(host))
    return { plan: { ...withoutHttps(rest, isAnswered), tls }, faults }
  }

  /** HTTP/3 is one way more; where another has the port there is no need to say so. */
  async function withFreeQuic(tls: TlsPlan): Promise<TlsPlan> {
    const owners = await Promise.all(tls.listen.map((listen) => findPortOwner(listen, 'udp')))
    return owners.every((owner) => owner === undefined) ? tls : { ...tls, isWithoutQuic: true }
  }

  async function portTaken(listen: Listen): Promise<string[]> {
    const owner = await findPortOwner(listen, 'tcp')
    return owner ? [`port ${listen.port} of ${listen.host} is taken by ${owner}`] : []
  }

  /** True when certificates were refused on the way, which are known from then on. */
  async function makeSo(
    id: string | undefined,
    running: string | undefined,
    plan: IngressPlan,
    signal: AbortSignal,
  ): Promise<boolean> {
    slots ??= running === undefined ? undefined : await readSlots(await connect(signal), signal)
    const next = assignSlots(
      slots,
      plan.apps.map((app) => app.name),
    )
    const files = render(plan, next)
    try {
      if (id === undefined || running === undefined) await start(id, plan, files, signal)
      else await change(id, running, plan, files, signal)
      slots = next
      const refused = await changeProcesses(await connect(signal), plan, next, signal)
      for (const { certificate, reason } of refused) shelf.refuse(certificate, reason)
      if (refused.length > 0) return true
    } catch (error) {
      if (error instanceof IngressError && shelf.refuseNamed(plan.tls, error.message)) return true
      throw error
    }
    await removeUnusedCertificates(plan, signal)
    return false
  }

  async function lookAtContainer(signal: AbortSignal): Promise<{ id: string; isRunning: boolean } | undefined> {
    if (socket?.isOpen && containerId !== '') return { id: containerId, isRunning: true }
    const first = await findContainer(signal)
    if (first === undefined) return undefined
    if (!isKnown && (await isOutdated(first.imageId, signal))) {
      options.say?.(`the image ${options.image} is another one than the ingress runs: its container is made anew`)
      await removeContainer(first.id, signal)
      return undefined
    }
    isKnown = true
    // One that ends again and again has files that are broken, as after a power cut: it gets them anew before it starts.
    if (first.state !== 'running') shelf.forgetWritten()
    if (first.state === 'restarting') await engine.stopContainer(first.id, stopGraceSeconds, signal)
    containerId = first.id
    return { id: first.id, isRunning: first.state === 'running' }
  }

  async function findContainer(signal: AbortSignal): Promise<ListedContainer | undefined> {
    return (await engine.listContainers(options.labels, signal)).find((each) => each.name === name)
  }

  async function removeContainer(id: string, signal: AbortSignal): Promise<void> {
    await engine.stopContainer(id, stopGraceSeconds, signal)
    await engine.removeContainer(id, signal)
  }

  async function remove(signal: AbortSignal): Promise<void> {
    const found = await findContainer(signal)
    if (found) await removeContainer(found.id, signal)
    close()
    slots = undefined
    applied = ''
  }

  function close(): void {
    socket?.close()
    pipe?.close()
  }

  /** While the new image is not here, the old one serves on. */
  async function isOutdated(imageId: string, signal: AbortSignal): Promise<boolean> {
    try {
      return (await engine.inspectImage(options.image, signal)).id !== imageId
    } catch (error) {
      if (error instanceof DriverError && error.kind === 'not-found') return false
      throw error
    }
  }

  async function start(
    id: string | undefined,
    plan: IngressPlan,
    files: IngressFiles,
    signal: AbortSignal,
  ): Promise<void> {
    for (const listen of plan.listen) {
      const [message] = await portTaken(listen)
      if (message !== undefined) throw new IngressError('port-taken', message)
    }
    if (id === undefined) shelf.forgetWritten()
    const container = id ?? (await create(signal))
    containerId = container
    isKnown = true
    await write(container, plan, files, true, signal)
    await engine.startContainer(container, signal)
    await connect(signal, startDeadlineMs)
  }

  async function create(signal: AbortSignal): Promise<string> {
    try {
      return await engine.createContainer(
        {
          name,
          image: options.image,
          env: {},
          labels: { ...options.moreLabels, ...options.labels },
          entrypoint: ['haproxy'],
          command: ['-W', '-db', '-S', `${masterSocket},mode,600`, '-f', `${home}/current/haproxy.cfg`],
          user: '0',
          network: 'host',
          capabilities: ['NET_BIND_SERVICE'],
          isKeptUp: true,
          init: false,
          stopSignal: 'SIGUSR1',
          stopGraceSeconds,
          memoryBytes,
        },
        signal,
      )
    } catch (error) {
      if (!(error instanceof DriverError && error.kind === 'not-found')) throw error
      throw new IngressError('image-missing', `the image ${options.image} is not here`, { cause: error })
    }
  }

  async function change(
    id: string,
    running: string,
    plan: IngressPlan,
    files: IngressFiles,
    signal: AbortSignal,
  ): Promise<void> {
    if (running === files.structure) return write(id, plan, files, true, signal)
    await write(id, plan, files, false, signal)
    const candidate = `${home}/${folderOf(files)}/haproxy.cfg`
    const check = { command: ['haproxy', '-c', '-f', candidate], maxOutputBytes: 16_384, signal }
    // Each is a program that starts in the container: side by side they take the time of one.
    const [{ exitCode, stdout, stderr }] = await Promise.all([engine.exec(id, check), holdForCounters(signal)])
    if (exitCode !== 0)
      throw new IngressError('invalid', `the proxy refuses its configuration: ${faultIn(stderr || stdout)}`)
    await write(id, plan, files, true, signal)
    await reload(signal)
  }

  async function reload(signal: AbortSignal): Promise<void> {
    await holdForCounters(signal)
    await failpoint('ingress.held')
    const conversation = await connect(signal)
    const { ok, fault } = readReload(await conversation.askLast('reload', signal))
    if (!ok) throw new IngressError('invalid', `the proxy went on with its old configuration: ${fault}`)
    await failpoint('ingress.reloaded')
    options.onReload?.()
  }

  /** Figures must never be in the way of traffic: what cannot be held is replaced all the same. */
  async function holdForCounters(signal: AbortSignal): Promise<void> {
    try {
      const current = await readCurrentWorker(await connect(signal), signal)
      if (current !== undefined && current === held) return
      await holdCurrent(engine, name, signal)
      held = current
    } catch (error) {
      signal.throwIfAborted()
      const reason = error instanceof Error ? error.message : String(error)
      options.say?.(`requests under way at a reload of the ingress may be missing in its figures: ${reason}`)
    }
  }

  /** Those that finish after a reload are told too: a client that was idle comes back to its old process. */
  async function changeProcesses(
    conversation: ProxySocket,
    plan: IngressPlan,
    wanted: Slots,
    signal: AbortSignal,
  ): Promise<RefusedCertificate[]> {
    const refused: RefusedCertificate[] = []
    for (const { pid, isCurrent } of readWorkers(await conversation.ask('show proc', signal))) {
      const ask = (command: string, payload?: string) => conversation.ask(`@!${pid} ${command}`, signal, payload)
      if (plan.tls) refused.push(...(await addCertificates(ask, plan.tls)))
      const commands = changesFor(plan, wanted, await readState(ask))
      for (const command of commands) await ask(command)
      if (plan.tls) await removeCertificates(ask, plan.tls)
      if (!isCurrent || commands.length === 0) continue
      const missing = changesFor(plan, wanted, await readState(ask)).filter((each) => !each.startsWith('del server'))
      if (missing.length > 0) throw new IngressError('failed', `the proxy did not take: ${commandWords(missing[0])}`)
    }
    return refused
  }

  async function connect(signal: AbortSignal, deadlineMs = 5000): Promise<ProxySocket> {
    if (socket?.isOpen) return socket
    const until = Date.now() + deadlineMs
    for (;;) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])
      try {
        socket = await openLasting(['sh', '-c', talk, 'talk', masterSocket], limit, async (stream) => {
          const opened = new ProxySocket(stream)
          await opened.greet(limit)
          // The master talks before its process has read its files; until then that has nothing.
          if (readStructure(await opened.ask('@1 show info', limit)) === '')
            throw new IngressError('unreachable', 'its process is not there yet')
          return opened
        })
        return socket
      } catch (error) {
        signal.throwIfAborted()
        if (Date.now() > until) throw new IngressError('unreachable', await lastWords(error, signal), { cause: error })
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }

  /** A command in the container that lives longer than the call that opens it, and ends with one that gets no further. */
  async function openLasting<T>(
    command: string[],
    limit: AbortSignal,
    begin: (stream: Duplex) => Promise<T>,
  ): Promise<T> {
    const ending = new AbortController()
    const end = () => ending.abort(limit.reason)
    limit.addEventListener('abort', end, { once: true })
    try {
      return await begin(await engine.openPipe(name, { command, signal: ending.signal }))
    } catch (error) {
      ending.abort(error)
      throw error
    } finally {
      limit.removeEventListener('abort', end)
    }
  }

  async function lastWords(error: unknown, signal: AbortSignal): Promise<string> {
    const lines: string[] = []
    try {
      for await (const { line } of engine.logs(name, { tail: 20 }, signal)) lines.push(line)
    } catch {
      // There is nothing to add then.
    }
    const alert = lines.find((line) => line.includes('[ALERT]'))
    const reason = alert ? faultIn(alert) : error instanceof Error ? error.message : String(error)
    return `the proxy does not answer: ${reason}`
  }

  async function write(
    id: string,
    { tls }: IngressPlan,
    files: IngressFiles,
    isCurrent: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const folder = folderOf(files)
    const root = home.slice(1)
    const entries: TarEntry[] = [
      { type: 'folder', path: `${root}/` },
      { type: 'folder', path: `${root}/files/` },
      { type: 'folder', path: `${root}/${certificateFolder}/`, mode: 0o700 },
      { type: 'folder', path: `${root}/${folder}/` },
      ...(tls ? shelf.missingFiles(tls) : []),
      ...Object.entries(files.files).map(
        ([file, content]): TarEntry => ({ type: 'file', path: `${root}/${folder}/${file}`, content }),
      ),
    ]
    const link: TarEntry = { type: 'link', path: `${root}/current`, target: folder }
    const archive = tarOf(isCurrent ? [...entries, link] : entries, options.now())
    if (socket?.isOpen)
      await (await openFiles(signal)).write(archive, isCurrent ? files.fingerprint : undefined, signal)
    else await engine.unpackInto(id, '/', archive, signal)
    if (tls) shelf.noteWritten(tls)
  }

  async function openFiles(signal: AbortSignal): Promise<FilePipe> {
    if (!pipe?.isOpen) pipe = await openLasting(unpackCommand, signal, async (stream) => new FilePipe(stream))
    return pipe
  }

  /** Keys of certificates that are no longer used, also those that another run of this program left. */
  async function removeUnusedCertificates({ tls }: IngressPlan, signal: AbortSignal): Promise<void> {
    const unused = await shelf.takeUnused(tls, async (folder) => {
      const { stdout } = await engine.exec(name, { command: ['ls', folder], maxOutputBytes: 1_000_000, signal })
      return stdout.split('\n')
    })
    if (unused.length > 0) await engine.exec(name, { command: ['rm', '-f', ...unused], maxOutputBytes: 1000, signal })
  }

  async function countSessions(app: string, upstreams: string[], signal: AbortSignal): Promise<number> {
    const backends = slots ? slotsOf(slots, app) : []
    if (backends.length === 0 || upstreams.length === 0) return 0
    const conversation = await connect(signal)
    let count = 0
    for (const { pid } of readWorkers(await conversation.ask('show proc', signal)))
      for (const slot of backends) {
        const sessions = readSessions(await conversation.ask(`@!${pid} show stat ${slot} 4 -1`, signal))
        for (const upstream of upstreams) count += sessions.get(upstream) ?? 0
      }
    return count
  }

  async function inTurn<T>(signal: AbortSignal, work: (limit: AbortSignal) => Promise<T>): Promise<T> {
    const deadline = AbortSignal.timeout(turnDeadlineMs)
    const limit = AbortSignal.any([signal, deadline])
    try {
      return await alone(() => work(limit), limit)
    } catch (error) {
      if (!deadline.aborted || signal.aborted || error instanceof IngressError || error instanceof DriverError)
        throw error
      const words = `the proxy was not changed in ${turnDeadlineMs / 1000} s`
      throw new IngressError('unreachable', words, { cause: error })
    }
  }

  return {
    converge: (plan, signal) => inTurn(signal, (limit) => converge(plan, limit)),
    readCounters: (isKnown, signal) =>
      inTurn(signal, async (limit) => readWorkerCounters(await connect(limit), isKnown, limit)),
    releaseWorkers: (workers, signal) =>
      inTurn(signal, async (limit) => releaseHeld(await connect(limit), workers, limit)),
    reload: (signal) => inTurn(signal, reload),
    countSessions: (app, upstreams, signal) => inTurn(signal, (limit) => countSessions(app, upstreams, limit)),
    remove: (signal) => inTurn(signal, remove),
    close,
  }
}

function folderOf({ fingerprint }: IngressFiles): string {
  return `files/${fingerprint}`
}

async function readSlots(conversation: ProxySocket, signal: AbortSignal): Promise<Slots> {
  const byApp = readMap(await conversation.ask('@1 show map backends.map', signal))
  const backends = (await conversation.ask('@1 show backend', signal)).split('\n')
  const count = slotNames(backends.length).filter((slot) => backends.includes(slot)).length
  return { count, byApp }
}

async function readState(ask: (command: string) => Promise<string>): Promise<ProcessState> {
  const servers = readServers(await ask('show servers state'))
  const found = await Promise.all(maps.map(async (map) => [map, readMap(await ask(`show map ${map}`))] as const))
  return { servers, maps: Object.fromEntries(found) as ProcessState['maps'] }
}
