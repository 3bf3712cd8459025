// What the processes of the proxy are told, and what they are asked, over one conversation.
import { type Slots, slotNames, slotsOf } from './backend-slots.ts'
import { IngressError, type IngressPlan } from './ingress.ts'
import { addCertificates, listCertificates, type RefusedCertificate, removeCertificates } from './proxy-certificates.ts'
import { changesFor, type ProcessState } from './proxy-changes.ts'
import { commandWords, type ProxySocket } from './proxy-socket.ts'
import { readMap, readServers, readSessions, readWorkers } from './proxy-state.ts'
import { maps } from './render.ts'

/** Those that finish after a reload are told too: a client that was idle comes back to its old process. */
export async function changeProcesses(
  conversation: ProxySocket,
  plan: IngressPlan,
  wanted: Slots,
  signal: AbortSignal,
): Promise<RefusedCertificate[]> {
  const refused: RefusedCertificate[] = []
  for (const { pid, isCurrent } of readWorkers(await conversation.ask('show proc', signal))) {
    const ask = (command: string, payload?: string) => conversation.ask(`@!${pid} ${command}`, signal, payload)
    const listed = plan.tls && (await listCertificates(ask))
    if (plan.tls && listed) refused.push(...(await addCertificates(ask, plan.tls, listed)))
    const commands = changesFor(plan, wanted, await readState(ask))
    for (const command of commands) await ask(command)
    if (plan.tls && listed) await removeCertificates(ask, plan.tls, listed)
    if (!isCurrent || commands.length === 0) continue
    const missing = changesFor(plan, wanted, await readState(ask)).filter((each) => !each.startsWith('del server'))
    if (missing.length > 0) throw new IngressError('failed', `the proxy did not take: ${commandWords(missing[0])}`)
  }
  return refused
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
  for (const { pid } of readWorkers(await conversation.ask('show proc', signal)))
    for (const slot of backends) {
      const sessions = readSessions(await conversation.ask(`@!${pid} show stat ${slot} 4 -1`, signal))
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

async function readState(ask: (command: string) => Promise<string>): Promise<ProcessState> {
  const servers = readServers(await ask('show servers state'))
  const found = await Promise.all(maps.map(async (map) => [map, readMap(await ask(`show map ${map}`))] as const))
  return { servers, maps: Object.fromEntries(found) as ProcessState['maps'] }
}
