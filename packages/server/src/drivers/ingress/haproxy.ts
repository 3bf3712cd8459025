// The ingress by HAProxy, in a container of ours on the network of the machine. Files are written first, so that it is
// back from them whatever happens; then the running process is changed by its socket, and started anew only when its
// structure changed. It is looked at as it is, never as it was left: a control plane that died half-way is no matter.
import { failpoint } from '../../lib/failpoint.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import { type TarEntry, tarOf } from '../../lib/tar.ts'
import { DriverError } from '../container/container.ts'
import { assignSlots, type Slots } from './backend-slots.ts'
import { CertificateShelf } from './certificate-shelf.ts'
import { readCurrentWorker, readWorkerCounters, releaseHeld } from './count-requests.ts'
import {
  type Ingress,
  IngressError,
  type IngressFault,
  type IngressPlan,
  type Listen,
  type TlsPlan,
} from './ingress.ts'
import { findPortOwner } from './port-owner.ts'
import { type ProxyContainerOptions, ProxyStopped, proxyContainer } from './proxy-container.ts'
import { type ConfigurationFolder, folderEntries } from './proxy-files.ts'
import { home, masterSocket } from './proxy-paths.ts'
import { ProxyShell, shellCommand, type WriteHow } from './proxy-shell.ts'
import { HungUp, ProxySocket } from './proxy-socket.ts'
import { faultIn, readReload, readStructure, readWorkers } from './proxy-state.ts'
import { checkPlan } from './proxy-words.ts'
import { type IngressFiles, render } from './render.ts'
import { certificateFolder, listenText, quicWord } from './render-tls.ts'
import {
  changeProcesses,
  countSessions,
  type FoundProxy,
  lookAtProxy,
  planChanges,
  readSlots,
} from './tell-processes.ts'
import { withoutHttps } from './without-https.ts'

export interface HaproxyOptions extends ProxyContainerOptions {
  now: () => Date
  /** Told what is done to the container, for the log. */
  say?: (message: string) => void
  /** Told after each reload: a process waits to be read, and to be released. */
  onReload?: () => void
}

/** In an archive for the container. */
const root = home.slice(1)
const startDeadlineMs = 15_000
const mostHeld = 12
const holdDeadlineMs = 3000
/** For a turn and all that is done in it. Deploys wait for the proxy, and must not for one that hangs. */
const turnDeadlineMs = 30_000
/** The socket is opened by whichever of the two the image has. The first would wait half a second when the other end closes. */
const talk = 'command -v socat >/dev/null && exec socat -t0.02 - "UNIX-CONNECT:$1"; exec nc "local:$1"'

export function haproxyIngress(options: HaproxyOptions): Ingress {
  const { engine, name } = options
  const container = proxyContainer(options)
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
  let shell: ProxyShell | undefined
  /** What was last written, and by what: while that goes on, the container has not been started anew since. */
  let written: (ConfigurationFolder & { shell: ProxyShell }) | undefined
  /** The folder that the proxy would start from, where this process wrote it. */
  let linked: string | undefined
  /** Of the container that the conversation is with. */
  let containerId = ''

  async function converge(lookUp: () => Promise<IngressPlan>, signal: AbortSignal): Promise<IngressFault[]> {
    const wanted = await lookUp()
    const intent = JSON.stringify(wanted)
    if (applied === intent && socket?.isOpen) return appliedFaults
    applied = ''
    // It answers while the plan is checked.
    const looking = socket?.isOpen ? lookAtProxy(socket, signal) : undefined
    looking?.catch(() => {})
    checkPlan(wanted)
    const found = await lookAtContainer(signal)
    const running = found?.isRunning ? await (looking ?? lookAtProxy(await connect(signal), signal)) : undefined
    const { plan, faults } = await whatCanBeDone(wanted, running?.structure ?? '')
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
    const used = new Set(tls.certificates)
    const left = wantedTls.certificates.filter((each) => !used.has(each))
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
    running: FoundProxy | undefined,
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
      const planAll = async ({ processes }: FoundProxy) => planChanges(await processes, plan, next, files.entries)
      const isOnlyChanged = id !== undefined && running?.structure === files.structure
      // Nothing is changed before the files are there, but they need not be to look at what is.
      let planning = isOnlyChanged ? planAll(running) : undefined
      planning?.catch(() => {})
      if (isOnlyChanged) await write(id, plan, files, 'alone', signal)
      else if (id === undefined || running === undefined) await start(id, plan, files, signal)
      else await replace(id, plan, files, signal)
      slots = next
      const refused = await againIfHungUp(async () => {
        const planned = planning ?? planAll(await lookAtProxy(await connect(signal), signal))
        planning = undefined
        return changeProcesses(await planned, plan, next, files.entries)
      })
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
    const first = await container.find(signal)
    if (first === undefined) return undefined
    if (!isKnown && (await container.isOutdated(first.imageId, signal))) {
      options.say?.(`the image ${options.image} is another one than the ingress runs: its container is made anew`)
      await container.remove(first.id, signal)
      return undefined
    }
    isKnown = true
    // One that ends again and again has files that are broken, as after a power cut: it gets them anew before it starts.
    if (first.state !== 'running') shelf.forgetWritten()
    if (first.state === 'restarting') await container.stop(first.id, signal)
    containerId = first.id
    return { id: first.id, isRunning: first.state === 'running' }
  }

  async function remove(signal: AbortSignal): Promise<void> {
    const found = await container.find(signal)
    if (found) await container.remove(found.id, signal)
    close()
    slots = undefined
    applied = ''
  }

  function close(): void {
    socket?.close()
    shell?.close()
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
    containerId = id ?? (await container.create(signal))
    isKnown = true
    await write(containerId, plan, files, 'current', signal)
    await engine.startContainer(containerId, signal)
    await connect(signal, startDeadlineMs)
  }

  /** By a process of another structure. */
  async function replace(id: string, plan: IngressPlan, files: IngressFiles, signal: AbortSignal): Promise<void> {
    await write(id, plan, files, 'beside', signal)
    const candidate = `${home}/${folderOf(files)}/haproxy.cfg`
    const check = { command: ['haproxy', '-c', '-f', candidate], maxOutputBytes: 16_384, signal }
    // Each is a program that starts in the container: side by side they take the time of one.
    const [{ exitCode, stdout, stderr }] = await Promise.all([engine.exec(id, check), holdForCounters(signal)])
    if (exitCode !== 0) {
      written = undefined
      throw new IngressError('invalid', `the proxy refuses its configuration: ${faultIn(stderr || stdout)}`)
    }
    const before = linked
    await write(id, plan, files, 'current', signal)
    try {
      await reload(signal)
    } catch (error) {
      // Should the proxy end now, it starts from what it has.
      if (before !== undefined) await unpack(id, [], 'current', before, signal)
      linked = before
      written = undefined
      throw error
    }
  }

  async function reload(signal: AbortSignal): Promise<void> {
    await againIfHungUp(async () => {
      await holdForCounters(signal)
      await failpoint('ingress.held')
      const conversation = await connect(signal)
      const { ok, fault } = readReload(await conversation.askLast('reload', signal))
      if (!ok) throw new IngressError('invalid', `the proxy went on with its old configuration: ${fault}`)
    })
    await failpoint('ingress.reloaded')
    options.onReload?.()
  }

  /** Figures must never be in the way of traffic: what cannot be held is replaced all the same. */
  async function holdForCounters(signal: AbortSignal): Promise<void> {
    try {
      await againIfHungUp(() => holdCurrent(signal))
    } catch (error) {
      signal.throwIfAborted()
      const reason = error instanceof Error ? error.message : String(error)
      options.say?.(`requests under way at a reload of the ingress may be missing in its figures: ${reason}`)
    }
  }

  async function holdCurrent(signal: AbortSignal): Promise<void> {
    const conversation = await connect(signal)
    const current = await readCurrentWorker(conversation, signal)
    if (current !== undefined && current === held) return
    // Each takes memory of the container until somebody has read it.
    const workers = readWorkers(await conversation.ask('show proc', signal))
    if (workers.length > mostHeld) throw new Error(`${workers.length} processes wait to be read already`)
    const limit = AbortSignal.any([signal, AbortSignal.timeout(holdDeadlineMs)])
    await (await openShell(limit)).hold(limit)
    held = current
  }

  async function connect(signal: AbortSignal, deadlineMs = 5000): Promise<ProxySocket> {
    if (socket?.isOpen) return socket
    const until = Date.now() + deadlineMs
    for (;;) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])
      try {
        socket = await container.openLasting(['sh', '-c', talk, 'talk', masterSocket], limit, async (stream) => {
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
        // Whoever waited for it would hold up the turn that is to start it.
        if (await container.isStopped(signal)) throw new ProxyStopped(error)
        if (Date.now() > until)
          throw new IngressError('unreachable', await container.lastWords(error, signal), { cause: error })
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }

  async function write(
    id: string,
    plan: IngressPlan,
    files: IngressFiles,
    how: WriteHow,
    signal: AbortSignal,
  ): Promise<void> {
    const made = { folder: folderOf(files), files: files.files }
    const there = socket?.isOpen && written?.shell.isOpen ? written : undefined
    const send = (known?: ConfigurationFolder) => unpack(id, entriesOf(made, known, plan), how, made.folder, signal)
    // Where it fails, something of what was there may have got lost.
    const through = await send(there).catch((error: unknown) => {
      written = undefined
      if (!there || signal.aborted) throw error
      return send()
    })
    written = through && { ...made, shell: through }
    if (how !== 'beside') linked = made.folder
    if (plan.tls) shelf.noteWritten(plan.tls)
  }

  function entriesOf(
    made: ConfigurationFolder,
    there: ConfigurationFolder | undefined,
    { tls }: IngressPlan,
  ): TarEntry[] {
    return [
      { type: 'folder', path: `${root}/` },
      { type: 'folder', path: `${root}/files/` },
      { type: 'folder', path: `${root}/${certificateFolder}/`, mode: 0o700 },
      ...(tls ? shelf.missingFiles(tls) : []),
      ...folderEntries(made, there),
    ]
  }

  /** Through the shell that it comes back with, else by the engine. */
  async function unpack(
    id: string,
    entries: TarEntry[],
    how: WriteHow,
    folder: string,
    signal: AbortSignal,
  ): Promise<ProxyShell | undefined> {
    const through = socket?.isOpen ? await openShell(signal) : undefined
    const link: TarEntry = { type: 'link', path: `${root}/${through ? 'next' : 'current'}`, target: folder }
    const archive = tarOf(how === 'beside' ? entries : [...entries, link], options.now())
    if (through) await through.write(archive, how, folder, signal)
    else await engine.unpackInto(id, '/', archive, signal)
    return through
  }

  async function openShell(signal: AbortSignal): Promise<ProxyShell> {
    if (!shell?.isOpen)
      shell = await container.openLasting(shellCommand, signal, async (stream) => new ProxyShell(stream))
    return shell
  }

  /** Keys of certificates that are no longer used, also those that another run of this program left. */
  async function removeUnusedCertificates({ tls }: IngressPlan, signal: AbortSignal): Promise<void> {
    const unused = await shelf.takeUnused(tls, async (folder) => {
      const { stdout } = await engine.exec(name, { command: ['ls', folder], maxOutputBytes: 1_000_000, signal })
      return stdout.split('\n')
    })
    if (unused.length > 0) await engine.exec(name, { command: ['rm', '-f', ...unused], maxOutputBytes: 1000, signal })
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

  /** For whoever only asks. A proxy that is stopped has no process: then there is nothing to tell, and nothing wrong. */
  function talkInTurn<T>(
    signal: AbortSignal,
    whenStopped: T,
    talk: (conversation: ProxySocket, limit: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return inTurn(signal, async (limit) => {
      try {
        return await againIfHungUp(async () => talk(await connect(limit), limit))
      } catch (error) {
        if (error instanceof ProxyStopped) return whenStopped
        throw error
      }
    })
  }

  return {
    converge: (plan, signal) => inTurn(signal, (limit) => againIfHungUp(() => converge(plan, limit))),
    readCounters: (isKnown, signal) =>
      talkInTurn(signal, [], (conversation, limit) => readWorkerCounters(conversation, isKnown, limit)),
    releaseWorkers: (workers, signal) =>
      talkInTurn(signal, undefined, (conversation, limit) => releaseHeld(conversation, workers, limit)),
    reload: (signal) => inTurn(signal, reload),
    countSessions: (app, upstreams, signal) =>
      talkInTurn(signal, 0, async (conversation, limit) =>
        slots ? countSessions(conversation, slots, app, upstreams, limit) : 0,
      ),
    remove: (signal) => inTurn(signal, remove),
    close,
  }
}

/** A process that ends while it is spoken with takes the conversation with it; in the next one it is gone. */
async function againIfHungUp<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof HungUp) return work()
    throw error
  }
}

function folderOf({ fingerprint }: IngressFiles): string {
  return `files/${fingerprint}`
}
