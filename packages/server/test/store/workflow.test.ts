// Workflows on both databases: each step kept, resumed after a kill anywhere, undone when it cannot be finished.
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { Lease, LeaseLost } from '../../src/background/lease.ts'
import { LoopRunner, Terminal } from '../../src/background/loop.ts'
import {
  defineWorkflow,
  getWorkflow,
  type Step,
  startWorkflow,
  type Workflow,
  type WorkflowContext,
  workflowLoop,
} from '../../src/background/workflow.ts'
import type { Store } from '../../src/store/store.ts'
import type { WorkflowRow } from '../../src/store/tables.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { storeForTest, storeKinds } from '../support/stores.ts'

interface House {
  built: string[]
}

/** The world that the steps change, and what was done to it. */
interface World {
  standing: Set<string>
  log: string[]
}

type Ctx = WorkflowContext & { world: World; clock: FakeClock }

const parts = ['ground', 'walls', 'roof']

function buildHouse(replaced: Partial<Record<string, Partial<Step<Ctx, House>>>> = {}): Workflow<Ctx> {
  return defineWorkflow<Ctx, House>(
    'build-house',
    parts.map((name) => ({
      name,
      timeout: '30s',
      async run({ world }, { built }) {
        world.log.push(`build ${name}`)
        world.standing.add(name)
        return { built: [...built, name] }
      },
      async undo({ world }) {
        world.log.push(`undo ${name}`)
        world.standing.delete(name)
      },
      ...replaced[name],
    })),
  )
}

/** One control plane on the store, as far as workflows know it. */
async function controlPlane(store: Store, holder: string, world: World): Promise<Ctx> {
  const never = () => {}
  // A clock of its own: time that a step takes here is no time that the lease runs out in.
  const options = { store, holder, ttlMs: 6000, onGained: never, onLost: never, onError: never }
  const lease = new Lease({ ...options, clock: new FakeClock() })
  await lease.start()
  return { store, db: store.db, clock: new FakeClock(), lease, world }
}

/** Another takes over, as it would once the time of a killed or paused one is up. */
async function takeOver(ctx: Ctx): Promise<Ctx> {
  await ctx.db.updateTable('leases').set({ expires_at_ms: 0 }).execute()
  return controlPlane(ctx.store, 'the other', ctx.world)
}

async function begin(kind: Store['kind'], workflow: string): Promise<{ ctx: Ctx; id: string }> {
  const { store } = await storeForTest(kind)
  const ctx = await controlPlane(store, 'the first', { standing: new Set(), log: [] })
  const row = await ctx.db
    .transaction()
    .execute((trx) => startWorkflow(trx, ctx.clock, workflow, { built: [] } satisfies House))
  return { ctx, id: row.id }
}

/** One pass of the loop: what a wake sets off. */
async function pass(ctx: Ctx, workflow: Workflow<Ctx>, id: string, signal = new AbortController().signal) {
  await workflowLoop([workflow]).pass(ctx, id, ctx.clock.now(), signal, () => ctx.lease.check())
}

/** Passes until the workflow is over, as the loop's back-off would. */
async function passes(ctx: Ctx, workflow: Workflow<Ctx>, id: string): Promise<{ row: WorkflowRow; failed: string[] }> {
  const failed: string[] = []
  for (let times = 0; times < 20; times++) {
    await pass(ctx, workflow, id).catch((error: unknown) => void failed.push(String(error)))
    const row = await stored(ctx, id)
    if (row.status !== 'running') return { row, failed }
  }
  throw new Error('the workflow does not end')
}

async function stored({ db }: Ctx, id: string): Promise<WorkflowRow> {
  const row = await getWorkflow(db, id)
  if (!row) throw new Error(`no workflow ${id}`)
  return row
}

/** The process stops for ever, or until let go, the n-th time it passes there. */
function freezeAt(place: string, nth: number): { reached: Promise<void>; letGo(): void } {
  let letGo = () => {}
  let passed = 0
  const reached = new Promise<void>((resolve) => {
    globalThis.levelrailFailpoint = async (name) => {
      if (name !== place || ++passed !== nth) return
      resolve()
      await new Promise<void>((go) => {
        letGo = go
      })
    }
  })
  return { reached, letGo: () => letGo() }
}

afterEach(() => {
  globalThis.levelrailFailpoint = undefined
})

describe.each(storeKinds)('%s', (kind) => {
  test('every step runs once, in order, with what the one before it left', async () => {
    const { ctx, id } = await begin(kind, 'build-house')
    await pass(ctx, buildHouse(), id)
    expect(ctx.world.log).toEqual(['build ground', 'build walls', 'build roof'])
    const row = await stored(ctx, id)
    expect(row).toMatchObject({ status: 'succeeded', error: null, finished_at: ctx.clock.now().toISOString() })
    expect(JSON.parse(row.state)).toEqual({ built: parts })
  })

  test('what is over is not walked again', async () => {
    const { ctx, id } = await begin(kind, 'build-house')
    await pass(ctx, buildHouse(), id)
    await pass(ctx, buildHouse(), id)
    expect(ctx.world.log).toHaveLength(3)
  })

  const places = [
    ...parts.flatMap((part, index) => [
      { place: `workflow.build-house.${part}.before`, nth: 1, builds: 3, done: index },
      { place: `workflow.build-house.${part}.ran`, nth: 1, builds: 4, done: index },
    ]),
    ...[1, 2, 3, 4].map((nth) => ({ place: 'workflow.build-house.saved', nth, builds: 3, done: Math.min(nth, 3) })),
  ]
  test.each(places)('killed at $place, time $nth, another goes on', async ({ place, nth, builds, done }) => {
    const { ctx, id } = await begin(kind, 'build-house')
    const frozen = freezeAt(place, nth)
    const cutOff = pass(ctx, buildHouse(), id).catch((error: unknown) => error)
    await frozen.reached
    globalThis.levelrailFailpoint = undefined
    expect((await stored(ctx, id)).done).toBe(done)

    const other = await takeOver(ctx)
    const { row, failed } = await passes(other, buildHouse(), id)
    expect(failed).toEqual([])
    expect(row).toMatchObject({ status: 'succeeded', attempts: 0 })
    expect(JSON.parse(row.state)).toEqual({ built: parts })
    // At most the step at hand ran again.
    expect(ctx.world.log).toHaveLength(builds)
    expect([...ctx.world.standing]).toEqual(parts)

    // If it was only paused, it finds the lease gone and leaves what is stored alone.
    frozen.letGo()
    const outcome = await cutOff
    if (nth !== 4) expect(outcome).toBeInstanceOf(LeaseLost)
    expect(await stored(ctx, id)).toEqual(row)
  })

  test('a step that keeps failing is tried three times, then everything is undone in reverse', async () => {
    const { ctx, id } = await begin(kind, 'build-house')
    const workflow = buildHouse({
      roof: {
        async run({ world }) {
          world.log.push('build half a roof')
          world.standing.add('roof')
          throw new Error('it rains')
        },
      },
    })
    const { row, failed } = await passes(ctx, workflow, id)
    expect(failed).toEqual(['Error: it rains', 'Error: it rains'])
    expect(row).toMatchObject({ status: 'undone', error: 'roof: it rains' })
    expect(ctx.world.log.filter((line) => line === 'build half a roof')).toHaveLength(3)
    expect(ctx.world.log.slice(-3)).toEqual(['undo roof', 'undo walls', 'undo ground'])
    expect([...ctx.world.standing]).toEqual([])
  })

  test('a step that works at the third try goes on', async () => {
    const { ctx, id } = await begin(kind, 'build-house')
    let tries = 0
    const workflow = buildHouse({
      walls: {
        async run(_, { built }) {
          if (++tries < 3) throw new Error('no bricks')
          return { built: [...built, 'walls'] }
        },
      },
    })
    const { row } = await passes(ctx, workflow, id)
    expect(row).toMatchObject({ status: 'succeeded', error: null, attempts: 0 })
    expect(tries).toBe(3)
  })

  test('a step that says it can never work is undone without further tries', async () => {
    const { ctx, id } = await begin(kind, 'build-house')
    let tries = 0
    const workflow = buildHouse({
      walls: {
        async run() {
          tries++
          throw new Terminal('no permit')
        },
      },
    })
    const { row, failed } = await passes(ctx, workflow, id)
    expect(row).toMatchObject({ status: 'undone', error: 'walls: no permit' })
    expect({ tries, failed }).toEqual({ tries: 1, failed: [] })
  })

  test('an undo that keeps failing ends as failed, and says where', async () => {
    const { ctx, id } = await begin(kind, 'build-house')
    const no = (why: string) => async () => {
      throw new Error(why)
    }
    const workflow = buildHouse({ walls: { undo: no('stuck') }, roof: { run: no('it rains') } })
    const { row } = await passes(ctx, workflow, id)
    expect(row).toMatchObject({ status: 'failed', error: 'undoing walls: stuck' })
    expect(row.finished_at).not.toBeNull()
    expect(ctx.world.log.filter((line) => line.startsWith('undo'))).toEqual(['undo roof'])
  })

  test.each(parts)('killed before %s is undone, another goes on undoing', async (part) => {
    const { ctx, id } = await begin(kind, 'build-house')
    const workflow = buildHouse({
      roof: {
        async run() {
          throw new Terminal('it rains')
        },
      },
    })
    const frozen = freezeAt(`workflow.build-house.${part}.before-undo`, 1)
    void pass(ctx, workflow, id).catch(() => {})
    await frozen.reached
    globalThis.levelrailFailpoint = undefined
    const { row } = await passes(await takeOver(ctx), workflow, id)
    expect(row).toMatchObject({ status: 'undone', error: 'roof: it rains' })
    expect(ctx.world.log.slice(-3)).toEqual(['undo roof', 'undo walls', 'undo ground'])
  })

  test('a step has a deadline', async () => {
    const { ctx, id } = await begin(kind, 'build-house')
    let reached = () => {}
    const waiting = new Promise<void>((resolve) => {
      reached = resolve
    })
    const workflow = buildHouse({
      walls: {
        run: (_, __, signal) =>
          new Promise((___, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason), { once: true })
            reached()
          }),
      },
    })
    const walking = pass(ctx, workflow, id)
    await waiting
    const failing = expect(walking).rejects.toThrow('took longer than 30s')
    await ctx.clock.advance(30_000)
    await failing
    expect(await stored(ctx, id)).toMatchObject({ done: 1, attempts: 1, error: 'walls: took longer than 30s' })
  })

  test('a stop in the middle of a step is no failed try', async () => {
    const { ctx, id } = await begin(kind, 'build-house')
    const stop = new AbortController()
    const workflow = buildHouse({
      walls: {
        async run(_, __, signal) {
          stop.abort(new Error('stopping'))
          signal.throwIfAborted()
          return { built: [] }
        },
      },
    })
    await expect(pass(ctx, workflow, id, stop.signal)).rejects.toThrow('stopping')
    expect(await stored(ctx, id)).toMatchObject({ status: 'running', done: 1, attempts: 0, error: null })
  })

  test('a kind that this version does not know is shown and left alone', async () => {
    const { ctx, id } = await begin(kind, 'from-the-future')
    const errors: string[] = []
    const runner = new LoopRunner(workflowLoop([buildHouse()]), {
      ctx: () => ctx,
      clock: ctx.clock,
      beforeAct: () => ctx.lease.check(),
      onError: (_, __, error) => void errors.push(String(error)),
    })
    onTestFinished(() => runner.stop())
    runner.start()
    await expect.poll(() => errors).toEqual(['Error: this version knows no workflow from-the-future'])
    for (let minutes = 0; minutes < 20; minutes++) {
      await ctx.clock.advance(60_000)
      await stored(ctx, id)
    }
    expect(errors).toHaveLength(1)
    expect(await stored(ctx, id)).toMatchObject({ status: 'running', attempts: 0 })
    expect(runner.status().failing_keys).toBe(1)
  })
})
