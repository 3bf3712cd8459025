// What the processes of the proxy are told, and what they are asked, over one conversation.
import { type Slots, slotNames, slotsOf } from './backend-slots.ts'
import { IngressError, type IngressPlan } from './ingress.ts'
import {
  addCertificates,
  certificateChanges,
  listCommand,
  type RefusedCertificate,
  readListed,
  removeCertificates,
} from './proxy-certificates.ts'
import { changesFor, type ProcessState } from './proxy-changes.ts'
import { isProcessGone } from './proxy-counters.ts'
import { type AskProcess, type AskProcessAll, commandWords, type ProxySocket } from './proxy-socket.ts'
import { readMap, readServers, readSessions, readStructure, readWorkers, type Worker } from './proxy-state.ts'
import { type MapEntries, type MapName, maps } from './render.ts'

export interface FoundProxy {
  /** Of the current process. */
  structure: string
  /** Asked already, and answered while something else is done. */
  processes: Promise<FoundProcess[]>
}

/** A process as it was found. */
interface FoundProcess {
  ask: AskProcess
  askAll: AskProcessAll
  isCurrent: boolean
  state: ProcessState
  /** Its certificates; undefined where it takes no TLS. */
  listed: ReadonlySet<string> | undefined
}

interface ProcessToChange extends FoundProcess {
  commands: string[]
  certificates: ReturnType<typeof certificateChanges>
}

const noCertificates = { missing: [], hasUnused: false }

/** More than these are read by reading all. */
const mostBackendsReadAgain = 32
const showServers = 'show servers state'

/** Those that finish after a reload too: a client that was idle comes back to its old process. */
export async function lookAtProxy(conversation: ProxySocket, signal: AbortSignal): Promise<FoundProxy> {
  const [info = '', workers = ''] = await conversation.askAll(['@1 show info', 'show proc'], signal)
  const processes = lookAtProcesses(conversation, readWorkers(workers), signal)
  // Whoever needs none of it leaves it.
  processes.catch(() => {})
  return { structure: readStructure(info), processes }
}

async function lookAtProcesses(
  conversation: ProxySocket,
  workers: Worker[],
  signal: AbortSignal,
): Promise<FoundProcess[]> {
  const found: FoundProcess[] = []
  for (const worker of workers) {
    const askAll = conversation.askAllOfProcess(worker, signal)
    const [listed = '', servers = '', ...texts] = await askAll([listCommand, showServers, ...maps.map(showMap)])
    // One that ended meanwhile has nothing, and needs nothing.
    if (!worker.isCurrent && [servers, ...texts].some(isProcessGone)) continue
    found.push({
      ask: conversation.askProcess(worker, signal),
      askAll,
      isCurrent: worker.isCurrent,
      listed: readListed(listed),
      state: { servers: readServers(servers), maps: mapsIn(maps, texts) },
    })
  }
  return found
}

/** Pure, so that it is ready when the files are. */
export function planChanges(
  processes: FoundProcess[],
  plan: IngressPlan,
  slots: Slots,
  entries: MapEntries,
): ProcessToChange[] {
  return processes.map((found) => ({
    ...found,
    commands: changesFor(plan, slots, found.state, entries),
    certificates: plan.tls && found.listed ? certificateChanges(plan.tls, found.listed) : noCertificates,
  }))
}

export async function changeProcesses(
  processes: ProcessToChange[],
  plan: IngressPlan,
  slots: Slots,
  entries: MapEntries,
): Promise<RefusedCertificate[]> {
  const refused: RefusedCertificate[] = []
  for (const { ask, askAll, isCurrent, listed, commands, certificates } of processes) {
    refused.push(...(await addCertificates(ask, certificates.missing)))
    const again = toReadAgain(isCurrent ? commands : [])
    const answers = await askAll([...commands, ...again.questions])
    if (plan.tls && listed && certificates.hasUnused) await removeCertificates(ask, plan.tls, listed)
    const { backends } = again
    const apps = backends ? plan.apps.filter(({ name }) => backends.has(slots.byApp.get(name) ?? '')) : plan.apps
    const state = again.read(answers.slice(commands.length), entries)
    const missing = isCurrent ? changesFor({ ...plan, apps }, slots, state, entries) : []
    const first = missing.find((command) => !command.startsWith('del server'))
    if (first !== undefined) throw new IngressError('failed', `the proxy did not take: ${commandWords(first)}`)
  }
  return refused
}

interface ReadAgain {
  questions: string[]
  /** Undefined for all. */
  backends: ReadonlySet<string> | undefined
  read: (answers: string[], entries: MapEntries) => ProcessState
}

/** What these commands were about: of all else it was seen just before that it is as it should be. */
function toReadAgain(commands: string[]): ReadAgain {
  const words = commands.map((command) => command.split(' '))
  const changed = maps.filter((map) => words.some(([, what, name]) => what === 'map' && name === map))
  const paths = words.flatMap(([, what, path = '']) => (what === 'server' ? [path] : []))
  const backends = new Set(paths.map((path) => path.slice(0, path.indexOf('/'))))
  const isAll = backends.size > mostBackendsReadAgain
  const aboutServers = isAll ? [showServers] : [...backends].map((backend) => `${showServers} ${backend}`)
  return {
    questions: [...aboutServers, ...changed.map(showMap)],
    backends: isAll ? undefined : backends,
    read: (answers, entries) => ({
      servers: answers.slice(0, aboutServers.length).flatMap(readServers),
      maps: { ...entries, ...mapsIn(changed, answers.slice(aboutServers.length)) },
    }),
  }
}

/** How many requests and connections of all processes are under way with these upstreams of an app. */
export async function countSessions(
  conversation: ProxySocket,
  slots: Slots,
  app: string,
  upstreams: string[],
  signal: AbortSignal,
): Promise<number> {
  const backends = slotsOf(slots, app)
  if (backends.length === 0 || upstreams.length === 0) return 0
  let count = 0
  for (const worker of readWorkers(await conversation.ask('show proc', signal)))
    for (const slot of backends) {
      const sessions = readSessions(await conversation.askProcess(worker, signal)(`show stat ${slot} 4 -1`))
      for (const upstream of upstreams) count += sessions.get(upstream) ?? 0
    }
  return count
}

/** Which app has which backend, as the current process has it. */
export async function readSlots(conversation: ProxySocket, signal: AbortSignal): Promise<Slots> {
  const byApp = readMap(await conversation.ask('@1 show map backends.map', signal))
  const backends = (await conversation.ask('@1 show backend', signal)).split('\n')
  const count = slotNames(backends.length).filter((slot) => backends.includes(slot)).length
  return { count, byApp }
}

function showMap(name: MapName): string {
  return `show map ${name}`
}

/** Of the answers, each map by its name. */
function mapsIn<Name extends MapName>(names: readonly Name[], answers: string[]): Record<Name, Map<string, string>> {
  const found = names.map((name, at) => [name, readMap(answers[at] ?? '')] as const)
  return Object.fromEntries(found) as Record<Name, Map<string, string>>
}
