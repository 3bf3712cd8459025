// The planner's cases, by the words of the specification: what is there, what is wanted, what happens next.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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
  beganAt: 0,
  isPulled: true,
  preDeploy: 'none',
  readyBy: now.getTime() + 60_000,
  endsBy: now.getTime() + 120_000,
  isCanary: false,
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
  unreadyMs: 0,
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

const stopped = { state: 'stopped', isReady: false } as const
const unready = { isReady: false } as const
const oldAndNew = [replica('d1'), replica('d2')]
const oldAndUnready = [replica('d1'), replica('d2', 0, unready)]
const away = (ms: number) => ({ unreachableSince: now.getTime() - ms })
const oldPair = [replica('d1', 0), replica('d1', 1)]
const rolling = {
  running: running('d1', { replicas: 2 }),
  candidate: candidate('d2', { isRolling: true, replicas: 2 }),
}

/** What is there and what is wanted; what happens next. */
const golden: Record<string, [string, Partial<ObservedApp>, string[]][]> = {
  canary: [
    [
      'one that is ready gets its share, and what serves stays',
      { running: running('d1'), candidate: candidate('d2', { isCanary: true }), replicas: oldAndNew },
      ['the new replicas are ready and get their share of the requests'],
    ],
    [
      'with its share it waits, however long',
      {
        running: running('d1'),
        candidate: candidate('d2', { isCanary: true, phase: 'canary', readyBy: 0, endsBy: 0 }),
        replicas: oldAndNew,
      },
      [],
    ],
    [
      'one that ends is given up, and what serves stays',
      {
        running: running('d1'),
        candidate: candidate('d2', { isCanary: true, phase: 'canary' }),
        replicas: [replica('d1'), replica('d2', 0, stopped)],
      },
      ['give up: d2-0 ended', 'stop and remove d2-0: its deploy failed', 'look again in 200 ms'],
    ],
    [
      'told to serve, it serves as any other',
      { running: running('d1'), candidate: candidate('d2', { phase: 'canary' }), replicas: oldAndNew },
      ['the new replicas are ready and serve', 'look again in 1 ms'],
    ],
  ],
  fresh: [
    [
      'the image comes first',
      { candidate: candidate('d1', { isPulled: false, phase: 'queued' }) },
      ['phase pulling', 'get the image'],
    ],
    [
      'then every replica is created at an address of its own',
      { candidate: candidate('d1', { replicas: 2, phase: 'pulling' }) },
      [
        'phase starting',
        'create web-ab12-d1-d1hash-0 at 10.0.0.10',
        'create web-ab12-d1-d1hash-1 at 10.0.0.11',
        'look again in 200 ms',
      ],
    ],
    [
      'one that was created and never started is started',
      { candidate: candidate('d1'), replicas: [replica('d1', 0, { state: 'created', isReady: false })] },
      ['start d1-0', 'look again in 200 ms'],
    ],
    [
      'one that runs but is not ready is asked again, soon at first',
      { candidate: candidate('d1'), replicas: [replica('d1', 0, unready)] },
      ['phase probing', 'look again in 5 ms'],
    ],
    [
      'and less often the longer it takes',
      {
        candidate: candidate('d1', { phase: 'probing' }),
        replicas: [replica('d1', 0, { ...unready, unreadyMs: 400 })],
      },
      ['look again in 100 ms'],
    ],
    [
      'but never seldom',
      {
        candidate: candidate('d1', { phase: 'probing' }),
        replicas: [replica('d1', 0, { ...unready, unreadyMs: 9000 })],
      },
      ['look again in 200 ms'],
    ],
  ],
  same: [
    ['nothing to do', { running: running('d1'), replicas: [replica('d1')] }, []],
    [
      'liveness is asked again although nothing happens',
      { running: running('d1'), replicas: [replica('d1')], lookEveryMs: 3000 },
      ['look again in 3000 ms'],
    ],
  ],
  'blue-green': [
    [
      'ready: it serves, and what served before is still there',
      { running: running('d1'), candidate: candidate('d2'), replicas: oldAndNew },
      ['the new replicas are ready and serve', 'look again in 1 ms'],
    ],
    [
      'after the switch the old set goes',
      { running: running('d2', {}, 'switching'), replicas: oldAndNew },
      ['phase draining', 'stop and remove d1-0: its successor serves', 'look again in 200 ms'],
    ],
    ['and the deploy is done', { running: running('d2', {}, 'draining'), replicas: [replica('d2')] }, ['phase done']],
  ],
  failed: [
    [
      'one that ends before it was ready fails the deploy and leaves the old set alone',
      { running: running('d1'), candidate: candidate('d2'), replicas: [replica('d1'), replica('d2', 0, stopped)] },
      ['give up: d2-0 ended', 'stop and remove d2-0: its deploy failed', 'look again in 200 ms'],
    ],
    [
      'not ready in time',
      { running: running('d1'), candidate: candidate('d2', { readyBy: now.getTime() }), replicas: oldAndUnready },
      ['give up: not ready in time', 'stop and remove d2-0: its deploy failed', 'look again in 200 ms'],
    ],
    [
      'ready now and then is not ready',
      {
        running: running('d1'),
        candidate: candidate('d2', { readyBy: now.getTime() - 60_000, endsBy: now.getTime() }),
        replicas: oldAndNew,
      },
      ['give up: not ready in time', 'stop and remove d2-0: its deploy failed', 'look again in 200 ms'],
    ],
    [
      'what serves is started again when it ends during a deploy',
      {
        running: running('d1'),
        candidate: candidate('d2'),
        replicas: [replica('d1', 0, stopped), replica('d2', 0, unready)],
      },
      ['phase probing', 'start again d1-0', 'look again in 5 ms'],
    ],
  ],
  superseded: [
    [
      'what the older deploy made goes before the newer one begins',
      {
        running: running('d1'),
        candidate: candidate('d3', { isPulled: false, phase: 'queued' }),
        replicas: oldAndUnready,
      },
      ['stop and remove d2-0: its deploy is over', 'look again in 200 ms'],
    ],
  ],
  'update in place': [
    [
      'changed limits are given to the running container',
      { running: running('d1', { resources: '{"memory":1}' }), replicas: [replica('d1')] },
      ['change the limits of d1-0', 'look again in 200 ms'],
    ],
  ],
  recreate: [
    [
      'a restart: the same deploy with another hash begins beside its own containers',
      { running: running('d1', { hash: 'fresh0' }), replicas: [replica('d1')] },
      ['create web-ab12-d1-fresh0-0 at 10.0.0.10', 'look again in 200 ms'],
    ],
    [
      'and takes their place when it is ready',
      {
        running: running('d1', { hash: 'fresh0' }),
        replicas: [replica('d1'), replica('d1', 0, { id: 'new', hash: 'fresh0' })],
      },
      ['stop and remove d1-0: its successor serves', 'look again in 200 ms'],
    ],
  ],
  'volume in use': [
    [
      'what holds it is stopped and removed before its successor is made',
      { running: running('d1'), candidate: candidate('d2', { stopsFirst: true }), replicas: [replica('d1')] },
      ['stop and remove d1-0: it must not run beside its successor', 'look again in 200 ms'],
    ],
    [
      'only then is the successor made',
      { running: running('d1'), candidate: candidate('d2', { stopsFirst: true }), replicas: [] },
      ['create web-ab12-d2-d2hash-0 at 10.0.0.10', 'look again in 200 ms'],
    ],
    [
      'when that one failed, the old one comes back',
      { running: running('d1', { stopsFirst: true }), replicas: [] },
      ['create web-ab12-d1-d1hash-0 at 10.0.0.10', 'look again in 200 ms'],
    ],
  ],
  rolling: [
    [
      'one at a time',
      { ...rolling, replicas: oldPair },
      ['create web-ab12-d2-d2hash-0 at 10.0.0.10', 'look again in 200 ms'],
    ],
    [
      'the next waits until that one is ready',
      { ...rolling, replicas: [...oldPair, replica('d2', 0, unready)] },
      ['phase probing', 'look again in 5 ms'],
    ],
    [
      'and one old goes for each new that is ready',
      { ...rolling, replicas: [...oldPair, replica('d2', 0)] },
      [
        'create web-ab12-d2-d2hash-1 at 10.0.0.10',
        'stop and remove d1-0: its successor serves',
        'look again in 200 ms',
      ],
    ],
  ],
  'scale up': [
    [
      'what is missing is created',
      { running: running('d1', { replicas: 2 }), replicas: [replica('d1')] },
      ['create web-ab12-d1-d1hash-1 at 10.0.0.10', 'look again in 200 ms'],
    ],
    [
      'without a free address it waits',
      { running: running('d1', { replicas: 2 }), replicas: [replica('d1')], freeAddresses: [] },
      [],
    ],
  ],
  'scale down': [
    [
      'the highest number goes',
      { running: running('d1'), replicas: [replica('d1'), replica('d1', 1)] },
      ['stop and remove d1-1: fewer replicas are wanted', 'look again in 200 ms'],
    ],
  ],
  suspend: [
    [
      'containers go; a deploy under way is cancelled',
      { isWanted: false, running: running('d1'), candidate: candidate('d2'), replicas: oldAndNew },
      ['cancel the deploy', 'stop and remove d1-0: the app is stopped', 'stop and remove d2-0: the app is stopped'],
    ],
    ['once stopped there is nothing to do', { isWanted: false, running: running('d1') }, []],
  ],
  resume: [
    [
      'what ran is created again',
      { running: running('d1') },
      ['create web-ab12-d1-d1hash-0 at 10.0.0.10', 'look again in 200 ms'],
    ],
  ],
  'foreign container with the same name': [
    [
      // The look shows only what carries our labels, so the name seems free; the engine then refuses it.
      'it is not among ours, so nothing is done to it, and ours is tried again',
      { running: running('d1', { replicas: 2 }), replicas: [replica('d1')], lostReplicas: ['d1-1'] },
      ['free the address of d1-1, which is gone', 'create web-ab12-d1-d1hash-1 at 10.0.0.10', 'look again in 200 ms'],
    ],
  ],
  'two controllers racing': [
    [
      'what the other one made is not made again, but gone on with',
      {
        candidate: candidate('d1', { replicas: 2 }),
        replicas: [replica('d1', 0, unready), replica('d1', 1, { state: 'created', isReady: false })],
      },
      ['start d1-1', 'look again in 5 ms'],
    ],
    [
      'what the other one made for a deploy that is over goes',
      { running: running('d2'), replicas: [replica('d2'), replica('d3', 0, unready)] },
      ['stop and remove d3-0: its successor serves', 'look again in 200 ms'],
    ],
    [
      'what the other one already removed is not asked for',
      { running: running('d2', {}, 'draining'), replicas: [replica('d2')], lostReplicas: ['d1-0'] },
      ['free the address of d1-0, which is gone', 'phase done'],
    ],
  ],
  'engine restarted': [
    [
      'what was left stopped is started again',
      { running: running('d1'), replicas: [replica('d1', 0, stopped)] },
      ['start again d1-0', 'look again in 200 ms'],
    ],
    [
      'mid-deploy, what went down with it is started, not blamed',
      { candidate: candidate('d1'), replicas: [replica('d1', 0, { ...stopped, endedWithEngine: true })] },
      ['start d1-0', 'look again in 200 ms'],
    ],
  ],
  'engine away': [
    [
      'a deploy that began when it had long been away waits too',
      { ...away(600_000), candidate: candidate('d1', { beganAt: now.getTime() - 59_999 }) },
      ['look again in 1000 ms'],
    ],
    ['a deploy waits for it', { ...away(59_999), candidate: candidate('d1') }, ['look again in 1000 ms']],
    [
      'but not for ever',
      { ...away(60_000), candidate: candidate('d1') },
      ['give up: the engine does not answer', 'look again in 1000 ms'],
    ],
    ['an app just waits', { ...away(60_000), running: running('d1') }, ['look again in 10000 ms']],
  ],
  'container removed by hand': [
    [
      'its address is free again, and it is created anew',
      { running: running('d1'), replicas: [], lostReplicas: ['d1-0'] },
      ['free the address of d1-0, which is gone', 'create web-ab12-d1-d1hash-0 at 10.0.0.10', 'look again in 200 ms'],
    ],
  ],
  crashing: [
    [
      'it waits for its time',
      { running: running('d1'), replicas: [replica('d1', 0, { ...stopped, restartAt: now.getTime() + 5000 })] },
      ['look again in 5000 ms'],
    ],
    [
      'not well: it is stopped, and then it is like one that crashed',
      { running: running('d1'), replicas: [replica('d1', 0, { state: 'unwell', isReady: false })] },
      ['stop d1-0: it is not well', 'look again in 200 ms'],
    ],
  ],
  deleting: [
    [
      'everything goes',
      { isDeleting: true, replicas: [replica('d1')] },
      ['stop and remove d1-0: the app is being removed', 'look again in 200 ms'],
    ],
    ['then the record', { isDeleting: true }, ['forget the app']],
  ],
}

describe.each(Object.entries(golden))('%s', (_, cases) => {
  test.each(cases)('%s', (_, observed, next) => {
    expect(said(seen(observed))).toEqual(next)
  })
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

test('until the image is here, what serves is looked after: started again, made anew, watched', () => {
  const pulling = candidate('d2', { isPulled: false, phase: 'pulling' })
  const waiting = replica('d1', 0, { ...stopped, restartAt: now.getTime() + 5000 })
  const during = (replicas: SeenReplica[]) => said(seen({ candidate: pulling, running: running('d1'), replicas }))
  expect(during([replica('d1')])).toEqual(['get the image'])
  expect(during([replica('d1', 0, stopped)])).toContain('start again d1-0')
  expect(during([waiting])).toEqual(['get the image', 'look again in 5000 ms'])
  expect(during([replica('d1', 0, { state: 'unwell', isReady: false })])).toContain('stop d1-0: it is not well')
  expect(during([])).toContain('create web-ab12-d1-d1hash-0 at 10.0.0.10')
})
