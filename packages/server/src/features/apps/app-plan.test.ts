// The planner's cases, by the words of the specification: what is there, what is wanted, what happens next.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AppAction,
  type Candidate,
  describeAction,
  type ObservedApp,
  planApp,
  type SeenReplica,
  type Target,
} from './app-plan.ts'

const now = new Date(1_000_000)
const target = (deployId: string, changes: Partial<Target> = {}): Target => ({
  deployId,
  hash: `${deployId}hash`,
  replicas: 1,
  stopsFirst: false,
  isRolling: false,
  resources: '{}',
  ...changes,
})
const candidate = (deployId: string, changes: Partial<Candidate> = {}): Candidate => ({
  ...target(deployId),
  isPulled: true,
  preDeploy: 'none',
  readyBy: now.getTime() + 60_000,
  endsBy: now.getTime() + 120_000,
  phase: 'starting',
  ...changes,
})
const replica = (deployId: string, number = 0, changes: Partial<SeenReplica> = {}): SeenReplica => ({
  id: `${deployId}-${number}`,
  name: `${deployId}-${number}`,
  number,
  deployId,
  hash: `${deployId}hash`,
  state: 'running',
  isReady: true,
  resources: '{}',
  endedWithEngine: false,
  restartAt: 0,
  attempt: 1,
  ...changes,
})
const seen = (changes: Partial<ObservedApp>): ObservedApp => ({
  app: 'web',
  isWanted: true,
  isDeleting: false,
  running: null,
  candidate: null,
  replicas: [],
  freeAddresses: ['10.0.0.10', '10.0.0.11', '10.0.0.12'],
  lostReplicas: [],
  unreachableSince: null,
  patienceMs: 60_000,
  lookEveryMs: null,
  namePrefix: 'web-ab12',
  firstFailure: null,
  ...changes,
})
const running = (deployId: string, changes: Partial<Target> = {}, phase = 'done') => ({
  ...target(deployId, changes),
  phase,
})
const said = (observed: ObservedApp) => planApp(observed, now).map(describeAction)

test('fresh: the image comes first', () => {
  expect(said(seen({ candidate: candidate('d1', { isPulled: false, phase: 'queued' }) }))).toEqual([
    'phase pulling',
    'get the image',
  ])
})

test('fresh: then every replica is created at an address of its own', () => {
  expect(said(seen({ candidate: candidate('d1', { replicas: 2, phase: 'pulling' }) }))).toEqual([
    'phase starting',
    'create web-ab12-d1-d1hash-0 at 10.0.0.10',
    'create web-ab12-d1-d1hash-1 at 10.0.0.11',
    'look again in 200 ms',
  ])
})

test('a replica that runs but is not ready is waited for', () => {
  const replicas = [replica('d1', 0, { isReady: false })]
  expect(said(seen({ candidate: candidate('d1'), replicas }))).toEqual(['phase probing', 'look again in 200 ms'])
})

test('ready: it serves, and what served before is still there', () => {
  const replicas = [replica('d1'), replica('d2')]
  expect(said(seen({ running: running('d1'), candidate: candidate('d2'), replicas }))).toEqual([
    'the new replicas are ready and serve',
    'look again in 200 ms',
  ])
})

test('same: nothing to do', () => {
  expect(said(seen({ running: running('d1'), replicas: [replica('d1')] }))).toEqual([])
})

test('after the switch the old set goes, and the deploy is done', () => {
  const replicas = [replica('d1'), replica('d2')]
  expect(said(seen({ running: running('d2', {}, 'switching'), replicas }))).toEqual([
    'phase draining',
    'stop and remove d1-0: its successor serves',
    'look again in 200 ms',
  ])
  expect(said(seen({ running: running('d2', {}, 'draining'), replicas: [replica('d2')] }))).toEqual(['phase done'])
})

test('a replica that ends before it was ready fails the deploy and leaves the old set alone', () => {
  const replicas = [replica('d1'), replica('d2', 0, { state: 'stopped', isReady: false })]
  expect(said(seen({ running: running('d1'), candidate: candidate('d2'), replicas }))).toEqual([
    'give up: d2-0 ended',
    'stop and remove d2-0: its deploy failed',
    'look again in 200 ms',
  ])
})

test('not ready in time fails the deploy', () => {
  const late = candidate('d2', { readyBy: now.getTime() })
  const replicas = [replica('d1'), replica('d2', 0, { isReady: false })]
  expect(said(seen({ running: running('d1'), candidate: late, replicas }))[0]).toBe('give up: not ready in time')
})

test('what serves is started again when it ends during a deploy', () => {
  const replicas = [replica('d1', 0, { state: 'stopped', isReady: false }), replica('d2', 0, { isReady: false })]
  expect(said(seen({ running: running('d1'), candidate: candidate('d2'), replicas }))).toEqual([
    'phase probing',
    'start again d1-0',
    'look again in 200 ms',
  ])
})

test('ready now and then is not ready', () => {
  const unsteady = candidate('d2', { readyBy: now.getTime() - 60_000, endsBy: now.getTime() })
  const replicas = [replica('d1'), replica('d2')]
  expect(said(seen({ running: running('d1'), candidate: unsteady, replicas }))[0]).toBe('give up: not ready in time')
})

test('update in place: changed limits are given to the running container', () => {
  const observed = seen({ running: running('d1', { resources: '{"memory":1}' }), replicas: [replica('d1')] })
  expect(said(observed)).toEqual(['change the limits of d1-0', 'look again in 200 ms'])
})

test('recreate: an app that must not run twice is stopped first', () => {
  const stopping = candidate('d2', { stopsFirst: true })
  expect(said(seen({ running: running('d1'), candidate: stopping, replicas: [replica('d1')] }))).toContain(
    'stop and remove d1-0: it must not run beside its successor',
  )
  expect(said(seen({ running: running('d1'), candidate: stopping, replicas: [] }))).toContain(
    'create web-ab12-d2-d2hash-0 at 10.0.0.10',
  )
})

test('recreate: when the new one fails, the old one comes back', () => {
  expect(said(seen({ running: running('d1', { stopsFirst: true }), replicas: [] }))).toContain(
    'create web-ab12-d1-d1hash-0 at 10.0.0.10',
  )
})

test('restart: the same deploy with another hash replaces its own containers', () => {
  const observed = seen({ running: running('d1', { hash: 'fresh0' }), replicas: [replica('d1')] })
  expect(said(observed)).toEqual(['create web-ab12-d1-fresh0-0 at 10.0.0.10', 'look again in 200 ms'])
})

test('rolling: one at a time, and one old goes for each new that is ready', () => {
  const rolling = candidate('d2', { isRolling: true, replicas: 2 })
  const old = [replica('d1', 0), replica('d1', 1)]
  const observe = (replicas: SeenReplica[]) =>
    said(seen({ running: running('d1', { replicas: 2 }), candidate: rolling, replicas }))
  expect(observe(old)).toEqual(['create web-ab12-d2-d2hash-0 at 10.0.0.10', 'look again in 200 ms'])
  expect(observe([...old, replica('d2', 0, { isReady: false })])).toEqual(['phase probing', 'look again in 200 ms'])
  expect(observe([...old, replica('d2', 0)])).toEqual([
    'create web-ab12-d2-d2hash-1 at 10.0.0.10',
    'stop and remove d1-0: its successor serves',
    'look again in 200 ms',
  ])
})

test('scale up and down', () => {
  expect(said(seen({ running: running('d1', { replicas: 2 }), replicas: [replica('d1')] }))).toEqual([
    'create web-ab12-d1-d1hash-1 at 10.0.0.10',
    'look again in 200 ms',
  ])
  expect(said(seen({ running: running('d1'), replicas: [replica('d1'), replica('d1', 1)] }))).toEqual([
    'stop and remove d1-1: fewer replicas are wanted',
    'look again in 200 ms',
  ])
})

test('suspend: containers go; a deploy under way is cancelled', () => {
  const observed = seen({
    isWanted: false,
    running: running('d1'),
    candidate: candidate('d2'),
    replicas: [replica('d1'), replica('d2')],
  })
  expect(said(observed)).toEqual([
    'cancel the deploy',
    'stop and remove d1-0: the app is stopped',
    'stop and remove d2-0: the app is stopped',
  ])
})

test('resume, engine restarted, container removed by hand: what is missing is created', () => {
  expect(said(seen({ running: running('d1'), replicas: [] }))).toEqual([
    'create web-ab12-d1-d1hash-0 at 10.0.0.10',
    'look again in 200 ms',
  ])
})

test('engine restarted: what was left stopped is started again', () => {
  expect(
    said(seen({ running: running('d1'), replicas: [replica('d1', 0, { state: 'stopped', isReady: false })] })),
  ).toEqual(['start again d1-0', 'look again in 200 ms'])
})

test('a crashing replica waits for its time', () => {
  const replicas = [replica('d1', 0, { state: 'stopped', isReady: false, restartAt: now.getTime() + 5000 })]
  expect(said(seen({ running: running('d1'), replicas }))).toEqual(['look again in 5000 ms'])
})

test('a container that was created and never started is started', () => {
  expect(
    said(seen({ candidate: candidate('d1'), replicas: [replica('d1', 0, { state: 'created', isReady: false })] })),
  ).toEqual(['start d1-0', 'look again in 200 ms'])
})

test('engine away: a deploy waits for it, but not for ever', () => {
  const away = (ms: number, changes: Partial<ObservedApp>) =>
    said(seen({ unreachableSince: now.getTime() - ms, ...changes }))
  expect(away(59_999, { candidate: candidate('d1') })).toEqual(['look again in 1000 ms'])
  expect(away(60_000, { candidate: candidate('d1') })).toEqual([
    'give up: the engine does not answer',
    'look again in 1000 ms',
  ])
  expect(away(60_000, { running: running('d1') })).toEqual(['look again in 10000 ms'])
})

test('engine restarted mid-deploy: what went down with it is started, not blamed', () => {
  const replicas = [replica('d1', 0, { state: 'stopped', isReady: false, endedWithEngine: true })]
  expect(said(seen({ candidate: candidate('d1'), replicas }))).toEqual(['start d1-0', 'look again in 200 ms'])
})

test('an address without a container is free again', () => {
  expect(said(seen({ running: running('d1'), replicas: [replica('d1')], lostReplicas: ['d0-0'] }))).toEqual([
    'free the address of d0-0, which is gone',
  ])
})

test('superseded: what the older deploy made goes before the newer one begins', () => {
  const replicas = [replica('d1'), replica('d2', 0, { isReady: false })]
  const newer = candidate('d3', { isPulled: false, phase: 'queued' })
  expect(said(seen({ running: running('d1'), candidate: newer, replicas }))).toEqual([
    'stop and remove d2-0: its deploy is over',
    'look again in 200 ms',
  ])
})

test('not well: it is stopped, and then it is like one that crashed', () => {
  const replicas = [replica('d1', 0, { state: 'unwell', isReady: false })]
  expect(said(seen({ running: running('d1'), replicas }))).toEqual([
    'stop d1-0: it is not well',
    'look again in 200 ms',
  ])
})

test('liveness is asked again although nothing happens', () => {
  expect(said(seen({ running: running('d1'), replicas: [replica('d1')], lookEveryMs: 3000 }))).toEqual([
    'look again in 3000 ms',
  ])
})

test('deleting: everything goes, then the record', () => {
  expect(said(seen({ isDeleting: true, replicas: [replica('d1')] }))).toEqual([
    'stop and remove d1-0: the app is being removed',
    'look again in 200 ms',
  ])
  expect(said(seen({ isDeleting: true }))).toEqual(['forget the app'])
})

/** A world that does what it is told, in which replicas become ready at some later look. */
function simulate(from: ObservedApp, readiness: boolean[]): { readyAtLeast: number; end: ObservedApp } {
  let world = from
  let readyAtLeast = Number.POSITIVE_INFINITY
  for (const becomesReady of readiness) {
    for (const action of planApp(world, now)) world = apply(world, action)
    world = {
      ...world,
      replicas: world.replicas.map((each) => (becomesReady ? { ...each, state: 'running', isReady: true } : each)),
    }
    readyAtLeast = Math.min(readyAtLeast, world.replicas.filter(({ isReady }) => isReady).length)
  }
  return { readyAtLeast, end: world }
}

function apply(world: ObservedApp, action: AppAction): ObservedApp {
  if (action.kind === 'create')
    return {
      ...world,
      replicas: [...world.replicas, replica(action.deployId, action.number, { hash: action.hash, isReady: false })],
    }
  if (action.kind === 'remove') return { ...world, replicas: world.replicas.filter(({ id }) => id !== action.id) }
  if (action.kind === 'serve' && world.candidate)
    return { ...world, running: { ...world.candidate, phase: 'switching' }, candidate: null }
  if (action.kind === 'phase' && world.running?.deployId === action.deployId)
    return { ...world, running: { ...world.running, phase: action.phase } }
  return world
}

test('blue-green and rolling never drop below the wanted number, and end with the new set alone', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      fc.array(fc.boolean(), { maxLength: 30 }),
      (replicas, isRolling, readiness) => {
        const old = Array.from({ length: replicas }, (_, number) => replica('d1', number))
        const start = seen({
          running: running('d1', { replicas }),
          candidate: candidate('d2', { replicas, isRolling }),
          replicas: old,
        })
        const enough = [...readiness, ...Array.from({ length: 30 }, () => true)]
        const { readyAtLeast, end } = simulate(start, enough)
        expect(readyAtLeast).toBeGreaterThanOrEqual(replicas)
        expect(end.replicas.map(({ deployId }) => deployId)).toEqual(Array.from({ length: replicas }, () => 'd2'))
        expect(planApp(end, now)).toEqual([])
      },
    ),
  )
})

test('nothing of a deploy is started before its pre-deploy hook has succeeded, and what serves goes on', () => {
  const hooked = (preDeploy: Candidate['preDeploy'], phase = 'pre_deploy') =>
    planApp(seen({ candidate: candidate('d1', { preDeploy, phase }) }), now)
  expect(hooked('wanted', 'pulling')).toEqual([
    { kind: 'phase', deployId: 'd1', phase: 'pre_deploy' },
    { kind: 'hook', deployId: 'd1' },
    { kind: 'look-again', inMs: 5000 },
  ])
  expect(hooked('running')).toEqual([{ kind: 'look-again', inMs: 5000 }])
  expect(hooked('failed')[0]).toEqual({ kind: 'fail-hook', deployId: 'd1' })
  expect(hooked('succeeded').some(({ kind }) => kind === 'create')).toBe(true)
})
