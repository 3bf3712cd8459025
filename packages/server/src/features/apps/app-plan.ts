// What to do next for an app, given how it should be and how it is. Pure: no clock, no I/O, no choice left to the act.
// A candidate is a deploy in progress; `running` is what should serve. What served before is touched only when the
// new set is ready, or when the app must not run twice at once.

export interface Target {
  deployId: string
  hash: string
  replicas: number
  /** The old set is stopped before the new one starts: two at once would harm. */
  stopsFirst: boolean
  isRolling: boolean
  /** Limits as JSON; the engine changes them live. */
  resources: string
}

export interface Candidate extends Target {
  /** When the deploy began. */
  beganAt: number
  isPulled: boolean
  /** Its pre-deploy hook; nothing of it is started before that has succeeded. */
  preDeploy: 'none' | 'wanted' | 'running' | 'succeeded' | 'failed'
  /** When a replica that is still not ready fails the deploy. */
  readyBy: number
  /** When it fails even if it answers now and then: it does not stay ready. */
  endsBy: number
  /** It gets a share of the requests first, and waits to be told that it is to serve. */
  isCanary: boolean
  phase: string
}

export interface SeenReplica {
  id: string
  name: string
  number: number
  deployId: string
  hash: string
  /** `unwell`: it runs, but its liveness says that it must not go on so. */
  state: 'created' | 'running' | 'unwell' | 'stopped'
  /** It was taken down with the engine, which says nothing about the app. */
  endedWithEngine: boolean
  isReady: boolean
  /** For how long it has been seen to run without being ready. */
  unreadyMs: number
  resources: string
  /** When a stopped replica may be started again, and which restart in a row that is. */
  restartAt: number
  attempt: number
}

export interface ObservedApp {
  app: string
  isWanted: boolean
  isDeleting: boolean
  running: (Target & { phase: string }) | null
  candidate: Candidate | null
  replicas: SeenReplica[]
  freeAddresses: string[]
  /** Names that hold an address although there is no such container. */
  lostReplicas: string[]
  /** Since when the engine does not answer; null while it does. Nothing is known of the replicas then. */
  unreachableSince: number | null
  /** How long a deploy waits for an engine that is away. */
  patienceMs: number
  /** How soon to look again although nothing happened: for liveness. */
  lookEveryMs: number | null
  /** Prefix of container names, which says app and instance. */
  namePrefix: string
  /** Why the newest deploy failed, where none ever succeeded. */
  firstFailure: string | null
}

export type AppAction =
  | { kind: 'phase'; deployId: string; phase: 'pulling' | 'pre_deploy' | 'starting' | 'probing' | 'draining' | 'done' }
  | { kind: 'pull'; deployId: string }
  | { kind: 'hook'; deployId: string }
  | { kind: 'fail-hook'; deployId: string }
  | {
      kind: 'create'
      deployId: string
      hash: string
      number: number
      name: string
      address: string
      isCandidate: boolean
    }
  | { kind: 'start'; id: string; name: string; restart: number | null }
  | { kind: 'limit'; id: string; name: string }
  | { kind: 'stop'; id: string; name: string }
  | { kind: 'release'; name: string }
  | { kind: 'remove'; id: string; name: string; why: string }
  | { kind: 'serve'; deployId: string }
  | { kind: 'share'; deployId: string }
  | { kind: 'fail'; deployId: string; replica: string | null; isLate: boolean }
  | { kind: 'fail-unreachable'; deployId: string }
  | { kind: 'cancel'; deployId: string }
  | { kind: 'forget' }
  | { kind: 'look-again'; inMs: number }

/** What was just started is asked often, and ever less often the longer it takes. */
const firstProbeMs = 5
const probeEveryMs = 200
const knockEveryMs = 1000
const hookLookMs = 5000
const knockSeldomMs = 10_000

export function planApp(seen: ObservedApp, now: Date): AppAction[] {
  if (seen.unreachableSince !== null) return planBlind(seen, seen.unreachableSince, now.getTime())
  const release = seen.lostReplicas.map((name): AppAction => ({ kind: 'release', name }))
  return [...release, ...planSeen(seen, now)]
}

/** A short outage is ridden out; a deploy does not wait for ever. */
function planBlind({ candidate, patienceMs }: ObservedApp, since: number, now: number): AppAction[] {
  // An engine that has been away for long may be on its way back, so a new deploy waits as long as any other.
  const giveUp: AppAction[] =
    candidate && now - Math.max(since, candidate.beganAt) >= patienceMs
      ? [{ kind: 'fail-unreachable', deployId: candidate.deployId }]
      : []
  // An engine that is back is told to every app; this is for a deploy, which has a deadline.
  return [...giveUp, { kind: 'look-again', inMs: candidate ? knockEveryMs : knockSeldomMs }]
}

function planSeen(seen: ObservedApp, now: Date): AppAction[] {
  if (seen.isDeleting) return planEnd(seen, 'the app is being removed')
  if (!seen.isWanted) return planEnd(seen, 'the app is stopped')
  if (seen.candidate) return planCandidate(seen, seen.candidate, now.getTime())
  if (seen.running) return planRunning(seen, seen.running, now.getTime())
  return removeAll(seen.replicas, 'no deploy of the app is current')
}

export function describeAction(action: AppAction): string {
  switch (action.kind) {
    case 'phase':
      return `phase ${action.phase}`
    case 'pull':
      return 'get the image'
    case 'hook':
      return 'run the pre-deploy hook'
    case 'fail-hook':
      return 'give up: the pre-deploy hook did not succeed'
    case 'create':
      return `create ${action.name} at ${action.address}`
    case 'start':
      return `${action.restart === null ? 'start' : 'start again'} ${action.name}`
    case 'limit':
      return `change the limits of ${action.name}`
    case 'stop':
      return `stop ${action.name}: it is not well`
    case 'release':
      return `free the address of ${action.name}, which is gone`
    case 'remove':
      return `stop and remove ${action.name}: ${action.why}`
    case 'serve':
      return 'the new replicas are ready and serve'
    case 'share':
      return 'the new replicas are ready and get their share of the requests'
    case 'fail':
      return action.isLate ? 'give up: not ready in time' : `give up: ${action.replica ?? 'a replica'} ended`
    case 'fail-unreachable':
      return 'give up: the engine does not answer'
    case 'cancel':
      return 'cancel the deploy'
    case 'forget':
      return 'forget the app'
    case 'look-again':
      return `look again in ${action.inMs} ms`
  }
}

function planEnd({ candidate, replicas, isDeleting }: ObservedApp, why: string): AppAction[] {
  const cancel: AppAction[] = candidate ? [{ kind: 'cancel', deployId: candidate.deployId }] : []
  const forget: AppAction[] = isDeleting && replicas.length === 0 ? [{ kind: 'forget' }] : []
  return [...cancel, ...removeAll(replicas, why), ...forget, ...(isDeleting && replicas.length > 0 ? [soon] : [])]
}

function planCandidate(seen: ObservedApp, candidate: Candidate, now: number): AppAction[] {
  const { mine, others: rest } = split(seen.replicas, candidate)
  // What a deploy left that neither serves nor will: it was superseded, or it failed when nobody could clean up.
  const strays = rest.filter(({ deployId }) => deployId !== seen.running?.deployId)
  const others = rest.filter((replica) => !strays.includes(replica))
  if (strays.length > 0) return [...removeAll(strays, 'its deploy is over'), soon]
  if (!candidate.isPulled) {
    // Until the image is here, what serves is looked after as if there were no deploy.
    const serving = seen.running ? planRunning(seen, seen.running, now) : []
    return [...phase(candidate, 'pulling'), { kind: 'pull', deployId: candidate.deployId }, ...serving]
  }
  // What serves goes on serving meanwhile: one of it that ended is started again, unless it is to go first.
  const revive = candidate.stopsFirst ? [] : restartsDue(others, now)
  if (candidate.preDeploy !== 'none' && candidate.preDeploy !== 'succeeded')
    return [...revive, ...planHook(candidate, candidate.preDeploy)]
  const ended = mine.find(({ state, endedWithEngine }) => state === 'stopped' && !endedWithEngine)
  if (ended) return giveUp(candidate, mine, ended.name, false)
  // A canary that has its share may keep it for as long as anybody wants.
  const isShared = candidate.isCanary && candidate.phase === 'canary'
  if (!isShared && now >= candidate.endsBy) return giveUp(candidate, mine, mine[0]?.name ?? null, true)
  const ready = mine.filter(({ isReady }) => isReady)
  if (ready.length >= candidate.replicas && mine.length === ready.length) {
    if (!candidate.isCanary) return [{ kind: 'serve', deployId: candidate.deployId }, atOnce]
    return [...(isShared ? [] : [share(candidate)]), ...revive, ...lookLater(seen)]
  }
  if (!isShared && now >= candidate.readyBy)
    return giveUp(candidate, mine, mine.find(({ isReady }) => !isReady)?.name ?? null, true)

  const replacing = replace(seen, candidate, mine, others, true)
  const isCreating = mine.length === 0 || replacing.some(({ kind }) => kind === 'create' || kind === 'start')
  return [...phase(candidate, isCreating ? 'starting' : 'probing'), ...revive, ...replacing, nextLook(mine)]
}

function share({ deployId }: Candidate): AppAction {
  return { kind: 'share', deployId }
}

function lookLater({ lookEveryMs }: ObservedApp): AppAction[] {
  return lookEveryMs === null ? [] : [{ kind: 'look-again', inMs: lookEveryMs }]
}

/** Whoever follows its run wakes the app when it ends; the slow look is for a wake that was lost. */
function planHook(candidate: Candidate, hook: 'wanted' | 'running' | 'failed'): AppAction[] {
  const { deployId } = candidate
  if (hook === 'failed') return [{ kind: 'fail-hook', deployId }, soon]
  if (hook === 'running') return [{ kind: 'look-again', inMs: hookLookMs }]
  return [...phase(candidate, 'pre_deploy'), { kind: 'hook', deployId }, { kind: 'look-again', inMs: hookLookMs }]
}

function planRunning(seen: ObservedApp, running: Target & { phase: string }, now: number): AppAction[] {
  const { mine, others } = split(seen.replicas, running)
  const waits = mine
    .filter(({ state, restartAt }) => state === 'stopped' && restartAt > now)
    .map(({ restartAt }) => restartAt - now)
  const actions: AppAction[] = [
    ...restartsDue(mine, now),
    ...mine.filter(({ state }) => state === 'unwell').map(({ id, name }): AppAction => ({ kind: 'stop', id, name })),
    ...mine
      .filter(({ number }) => number >= running.replicas)
      .map(({ id, name }): AppAction => ({ kind: 'remove', id, name, why: 'fewer replicas are wanted' })),
    ...mine
      .filter(({ resources, number }) => resources !== running.resources && number < running.replicas)
      .map(({ id, name }): AppAction => ({ kind: 'limit', id, name })),
    ...replace(seen, running, mine, others, false),
  ]
  const isUnready = mine.some(({ state, isReady }) => state === 'running' && !isReady)
  if (actions.length > 0 || isUnready) return [...drainPhase(running, others.length), ...actions, nextLook(mine)]
  if (waits.length > 0) return [{ kind: 'look-again', inMs: Math.min(...waits) }]
  const done: AppAction[] =
    running.phase === 'draining' || running.phase === 'switching'
      ? [{ kind: 'phase', deployId: running.deployId, phase: 'done' }]
      : []
  return [...done, ...lookLater(seen)]
}

function restartsDue(replicas: SeenReplica[], now: number): AppAction[] {
  return replicas
    .filter(({ state, restartAt }) => state === 'stopped' && restartAt <= now)
    .map(({ id, name, attempt }) => ({ kind: 'start', id, name, restart: attempt }))
}

/** Brings the target's replicas up and takes the others away, never below the wanted number of ready ones. */
function replace(
  seen: ObservedApp,
  target: Target,
  mine: SeenReplica[],
  others: SeenReplica[],
  isCandidate: boolean,
): AppAction[] {
  if (target.stopsFirst && others.length > 0) return removeAll(others, 'it must not run beside its successor')
  const unstarted = mine.filter(
    ({ state, endedWithEngine }) => state === 'created' || (isCandidate && state === 'stopped' && endedWithEngine),
  )
  const starts = unstarted.map(({ id, name }): AppAction => ({ kind: 'start', id, name, restart: null }))
  const missing = numbersBelow(target.replicas).filter((number) => !mine.some((replica) => replica.number === number))
  const isSettled = mine.every(({ isReady }) => isReady)
  const next = target.isRolling && others.length > 0 ? (isSettled ? missing.slice(0, 1) : []) : missing
  const creates = next.flatMap((number, at): AppAction[] => {
    const address = seen.freeAddresses[at]
    const name = `${seen.namePrefix}-${target.deployId.slice(-6)}-${target.hash.slice(0, 6)}-${number}`
    return address
      ? [{ kind: 'create', deployId: target.deployId, hash: target.hash, number, name, address, isCandidate }]
      : []
  })
  return [...starts, ...creates, ...retire(target, mine, others, isCandidate)]
}

function retire(target: Target, mine: SeenReplica[], others: SeenReplica[], isCandidate: boolean): AppAction[] {
  const ready = mine.filter(({ isReady }) => isReady).length
  const isComplete = ready >= target.replicas
  // Until a candidate serves, blue-green keeps all of the old set; rolling lets go of one for each new one that is ready.
  const spare =
    isComplete && !isCandidate
      ? others.length
      : target.isRolling
        ? Math.max(0, ready + others.length - target.replicas)
        : 0
  return removeAll(others.slice(0, spare), 'its successor serves')
}

function giveUp(candidate: Candidate, mine: SeenReplica[], replica: string | null, isLate: boolean): AppAction[] {
  return [
    { kind: 'fail', deployId: candidate.deployId, replica, isLate },
    ...removeAll(mine, 'its deploy failed'),
    soon,
  ]
}

const soon: AppAction = { kind: 'look-again', inMs: probeEveryMs }
const atOnce: AppAction = { kind: 'look-again', inMs: 1 }

function nextLook(replicas: SeenReplica[]): AppAction {
  const waits = replicas
    .filter(({ state, isReady }) => state === 'running' && !isReady)
    .map(({ unreadyMs }) => Math.max(firstProbeMs, Math.round(unreadyMs / 4)))
  return { kind: 'look-again', inMs: Math.min(probeEveryMs, ...waits) }
}

function phase(candidate: Candidate, name: 'pulling' | 'pre_deploy' | 'starting' | 'probing'): AppAction[] {
  return candidate.phase === name ? [] : [{ kind: 'phase', deployId: candidate.deployId, phase: name }]
}

function drainPhase(running: { deployId: string; phase: string }, others: number): AppAction[] {
  return running.phase === 'switching' && others > 0
    ? [{ kind: 'phase', deployId: running.deployId, phase: 'draining' }]
    : []
}

function removeAll(replicas: SeenReplica[], why: string): AppAction[] {
  return replicas.map(({ id, name }) => ({ kind: 'remove', id, name, why }))
}

function split(replicas: SeenReplica[], target: Target): { mine: SeenReplica[]; others: SeenReplica[] } {
  const isMine = (replica: SeenReplica) => replica.deployId === target.deployId && replica.hash === target.hash
  return { mine: replicas.filter(isMine), others: replicas.filter((replica) => !isMine(replica)) }
}

function numbersBelow(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number)
}
