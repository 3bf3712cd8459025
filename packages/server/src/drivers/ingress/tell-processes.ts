// What the processes of the proxy are told, and what they are asked, over one conversation.
import { type Slots, slotNames, slotsOf } from './backend-slots.ts'
import { IngressError, type IngressPlan } from './ingress.ts'
import { addCertificates, listCertificates, type RefusedCertificate, removeCertificates } from './proxy-certificates.ts'
import { changesFor, type ProcessState } from './proxy-changes.ts'
import { type AskProcess, commandWords, type ProxySocket } from './proxy-socket.ts'
import { type ProxyServer, readMap, readServers, readSessions, readWorkers } from './proxy-state.ts'
import { type MapName, maps } from './render.ts'

/** A process as it was found. */
interface FoundProcess {
  ask: AskProcess
  isCurrent: boolean
  state: ProcessState
  /** Its certificates; undefined where it takes no TLS. */
  listed: ReadonlySet<string> | undefined
}

/** Those that finish after a reload too: a client that was idle comes back to its old process. */
export async function lookAtProcesses(
  conversation: ProxySocket,
  { tls }: IngressPlan,
  signal: AbortSignal,
): Promise<FoundProcess[]> {
  const found: FoundProcess[] = []
  for (const worker of readWorkers(await conversation.ask('show proc', signal))) {
    const ask = conversation.askProcess(worker, signal)
    const listed = tls && (await listCertificates(ask))
    found.push({
      ask,
      isCurrent: worker.isCurrent,
      listed,
      state: { servers: await askServers(ask), maps: await askMaps(ask, maps) },
    })
  }
  return found
}

export async function changeProcesses(
  processes: FoundProcess[],
  plan: IngressPlan,
  wanted: Slots,
): Promise<RefusedCertificate[]> {
  const refused: RefusedCertificate[] = []
  for (const { ask, isCurrent, state, listed } of processes) {
    if (plan.tls && listed) refused.push(...(await addCertificates(ask, plan.tls, listed)))
    const commands = changesFor(plan, wanted, state)
    for (const command of commands) await ask(command)
    if (plan.tls && listed) await removeCertificates(ask, plan.tls, listed)
    if (!isCurrent || commands.length === 0) continue
    const missing = changesFor(plan, wanted, await readAgain(ask, state, commands))
    const first = missing.find((command) => !command.startsWith('del server'))
    if (first !== undefined) throw new IngressError('failed', `the proxy did not take: ${commandWords(first)}`)
  }
  return refused
}

/** What these commands were about. */
async function readAgain(ask: AskProcess, before: ProcessState, commands: string[]): Promise<ProcessState> {
  const words = commands.map((command) => command.split(' '))
  const changed = maps.filter((map) => words.some(([, what, name]) => what === 'map' && name === map))
  const hasServers = words.some(([, what]) => what === 'server')
  return {
    servers: hasServers ? await askServers(ask) : before.servers,
    maps: { ...before.maps, ...(await askMaps(ask, changed)) },
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

async function askServers(ask: AskProcess): Promise<ProxyServer[]> {
  return readServers(await ask('show servers state'))
}

async function askMaps<Name extends MapName>(
  ask: AskProcess,
  names: readonly Name[],
): Promise<Record<Name, Map<string, string>>> {
  const found = await Promise.all(names.map(async (name) => [name, readMap(await ask(`show map ${name}`))] as const))
  return Object.fromEntries(found) as Record<Name, Map<string, string>>
}
