// What background/loop.ts owns for every loop: one run per key, wakes, bounds, back-off, time-outs, drain, status.
import { describe, expect, test } from 'vitest'
import { FakeClock, settled } from '../../test/support/fake-clock.ts'
import type { Duration } from '../lib/duration.ts'
import { LeaseLost } from './lease.ts'
import { defineLoop, type Loop, LoopRunner, type PassResult, Terminal } from './loop.ts'

interface Pass {
  key: string
  at: number
  signal: AbortSignal
  end(result?: PassResult): void
  fail(error: unknown): void
}

interface Harness {
  clock: FakeClock
  runner: LoopRunner<null>
  /** Every pass so far, in order of their start. */
  passes: Pass[]
  errors: string[]
  keys: string[]
}

interface HarnessOptions {
  keys?: string[]
  every?: Duration
  atOnce?: number
  timeoutMs?: number
  /** What each pass does; without it a pass waits for the test to end it. */
  pass?: (key: string) => PassResult
  marks?: () => Map<string, string>
}

/** A loop whose passes the test ends by hand, on a clock that stands still. */
function harness({
  keys = ['a'],
  every = '10s',
  atOnce = 2,
  timeoutMs = 60_000,
  pass,
  marks,
}: HarnessOptions = {}): Harness {
  const clock = new FakeClock()
  const passes: Pass[] = []
  const errors: string[] = []
  const loop: Loop<null> = {
    name: 'test',
    what: 'a loop under test',
    every,
    where: 'everywhere',
    atOnce,
    timeoutMs,
    keys: async () => keys,
    ...(marks ? { marks: async () => marks() } : {}),
    pass: (_, key, __, signal) =>
      new Promise((resolve, reject) => {
        passes.push({ key, at: clock.now().getTime(), signal, end: resolve, fail: reject })
        if (pass) resolve(Promise.resolve().then(() => pass(key)))
      }),
  }
  const onError = (_: string, key: string, error: unknown) => void errors.push(`${key}: ${String(error)}`)
  const runner = new LoopRunner(loop, { ctx: () => null, clock, beforeAct: async () => {}, onError })
  return { clock, runner, passes, errors, keys }
}

async function started(options?: HarnessOptions): Promise<Harness> {
  const running = harness(options)
  running.runner.start()
  await settled()
  return running
}

describe('wakes', () => {
  test('a start runs every key, and the period runs them again', async () => {
    const { clock, passes } = await started({ keys: ['a', 'b'], pass: () => {} })
    expect(passes.map(({ key }) => key)).toEqual(['a', 'b'])
    await clock.advance(10_000)
    expect(passes.map(({ key }) => key)).toEqual(['a', 'b', 'a', 'b'])
  })

  test('wakes that wait are one', async () => {
    const { runner, passes } = await started({ keys: ['a', 'b'] })
    for (let times = 0; times < 5; times++) runner.wake('c')
    expect(runner.status().waiting).toBe(1)
    passes[0]?.end()
    await settled()
    expect(passes.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  })

  test('a key never runs twice at once, and a wake while it runs runs it once more', async () => {
    const { runner, passes } = await started()
    for (let times = 0; times < 5; times++) runner.wake('a')
    await settled()
    expect(passes).toHaveLength(1)
    passes[0]?.end()
    await settled()
    expect(passes).toHaveLength(2)
    passes[1]?.end()
    await settled()
    expect(passes).toHaveLength(2)
  })

  test('a key never runs twice at once across a stop and a start', async () => {
    const { runner, passes } = await started()
    void runner.stop()
    runner.start()
    await settled()
    expect(passes).toHaveLength(1)
    passes[0]?.fail(new Error('was aborted'))
    await settled()
    expect(passes).toHaveLength(2)
    expect(runner.status()).toMatchObject({ failing_keys: 0, running: 1 })
  })

  test('no more keys run at once than the loop allows', async () => {
    const { runner, passes } = await started({ keys: ['a', 'b', 'c', 'd'], atOnce: 2 })
    expect(passes).toHaveLength(2)
    expect(runner.status()).toMatchObject({ running: 2, waiting: 2 })
    passes[0]?.end()
    await settled()
    expect(passes).toHaveLength(3)
    expect(runner.status().running).toBe(2)
  })

  test('a wake before the start or after the stop does nothing', async () => {
    const { runner, passes } = harness({ keys: [] })
    runner.wake('a')
    runner.start()
    await runner.stop()
    runner.wake('a')
    await settled()
    expect(passes).toEqual([])
  })

  test('the empty key is a key like any other', async () => {
    const { clock, runner, passes } = await started({ keys: [''], pass: () => {} })
    runner.wake('')
    await settled()
    expect(passes).toHaveLength(2)
    await clock.advance(10_000)
    expect(passes).toHaveLength(3)
  })
})

describe('a glance', () => {
  const keys = ['a', 'b']

  test('a period passes over what still looks as it did at rest', async () => {
    const marks = new Map([
      ['a', 'calm'],
      ['b', 'calm'],
    ])
    const { clock, passes } = await started({ keys, marks: () => marks, pass: () => ({ restsAs: 'calm' }) })
    await clock.advance(10_000)
    expect(passes.map(({ key }) => key)).toEqual(['a', 'b'])
    marks.set('b', 'stirred')
    await clock.advance(10_000)
    expect(passes.map(({ key }) => key)).toEqual(['a', 'b', 'b'])
    marks.delete('a')
    await clock.advance(10_000)
    expect(passes.map(({ key }) => key)).toEqual(['a', 'b', 'b', 'a', 'b'])
  })

  test('what did not come to rest is looked at whatever its mark', async () => {
    const marks = () => new Map(keys.map((key) => [key, 'calm']))
    const { clock, passes } = await started({
      keys,
      marks,
      pass: (key) => (key === 'a' ? { restsAs: 'calm' } : undefined),
    })
    await clock.advance(10_000)
    expect(passes.map(({ key }) => key)).toEqual(['a', 'b', 'b'])
  })

  test('a wake and lost wakes look closely', async () => {
    const marks = () => new Map(keys.map((key) => [key, 'calm']))
    const { runner, passes } = await started({ keys, marks, pass: () => ({ restsAs: 'calm' }) })
    runner.wake('b')
    await settled()
    expect(passes.map(({ key }) => key)).toEqual(['a', 'b', 'b'])
    runner.resync()
    await settled()
    expect(passes.map(({ key }) => key)).toEqual(['a', 'b', 'b', 'a', 'b'])
  })

  test('a glance that fails is told, and everything is looked at', async () => {
    const marks = () => {
      throw new Error('away')
    }
    const { clock, passes, errors } = await started({ keys, marks, pass: () => ({ restsAs: 'calm' }) })
    await clock.advance(10_000)
    expect(passes.map(({ key }) => key)).toEqual(['a', 'b', 'a', 'b'])
    expect(errors).toEqual([': Error: away'])
  })

  test('only a pass with nothing to do comes to rest', async () => {
    const glance = { marks: async () => new Map([['a', 'seen']]), markOf: (seen: string) => seen }
    const define = (actions: string[]) =>
      defineLoop<null, string, string>({
        name: 'test',
        what: 'a loop under test',
        every: '10s',
        where: 'everywhere',
        keys: async () => ['a'],
        glance,
        observe: async () => 'seen',
        plan: () => actions,
        act: async () => {},
      }).pass(null, 'a', new Date(0), new AbortController().signal, async () => {})
    expect(await define([])).toEqual({ restsAs: 'seen' })
    expect(await define(['something'])).toBeUndefined()
  })
})

describe('results', () => {
  test('`again` comes back by then', async () => {
    const { clock, passes } = await started({ every: '1h', pass: () => ({ again: '5s' }) })
    await clock.advance(4999)
    expect(passes).toHaveLength(1)
    await clock.advance(1)
    expect(passes).toHaveLength(2)
  })

  test('`again` does not keep the period from looking earlier', async () => {
    const { clock, passes } = await started({ every: '10s', pass: () => ({ again: '1h' }) })
    await clock.advance(10_000)
    expect(passes).toHaveLength(2)
  })

  test('of several acts the soonest `again` counts', async () => {
    const loop = defineLoop<null, null, Duration>({
      name: 'test',
      what: '',
      every: '1h',
      where: 'everywhere',
      keys: async () => [],
      observe: async () => null,
      plan: () => ['9s', '3s', '6s'],
      act: async (_, again) => ({ again }),
    })
    const pass = loop.pass(null, '', new Date(), new AbortController().signal, async () => {})
    expect(await pass).toEqual({ again: '3s' })
  })

  test('a throw backs off from 1 s, twice as long each time, up to 5 min, whatever the period', async () => {
    const { clock, passes } = await started({
      every: '10s',
      pass() {
        throw new Error('no')
      },
    })
    await clock.advance(3_600_000)
    const waits = passes.slice(1).map(({ at }, index) => (at - (passes[index]?.at ?? 0)) / 1000)
    expect(waits.slice(0, 11)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  })

  test('a wake ends the wait of a failed key, and a success its back-off', async () => {
    let isBroken = true
    const { clock, runner, passes } = await started({
      every: '1h',
      pass() {
        if (isBroken) throw new Error('no')
      },
    })
    await clock.advance(7000)
    expect(passes).toHaveLength(4)
    isBroken = false
    runner.wake('a')
    await settled()
    expect(runner.status()).toMatchObject({ failing_keys: 0, last_error: null })
    isBroken = true
    runner.wake('a')
    await clock.advance(1000)
    expect(passes).toHaveLength(7)
  })

  test('a terminal failure is shown and not tried again until a wake', async () => {
    const { clock, runner, passes, errors } = await started({
      pass() {
        throw new Terminal('this can never work')
      },
    })
    await clock.advance(3_600_000)
    expect(passes).toHaveLength(1)
    expect(errors).toEqual(['a: Error: this can never work'])
    expect(runner.status()).toMatchObject({ failing_keys: 1, last_error: 'this can never work' })
    runner.wake('a')
    await settled()
    expect(passes).toHaveLength(2)
  })

  test('a key that is gone no longer counts as failing', async () => {
    const { clock, runner, keys } = await started({
      pass() {
        throw new Terminal('this can never work')
      },
    })
    keys.length = 0
    await clock.advance(10_000)
    expect(runner.status()).toMatchObject({ failing_keys: 0, last_error: null })
  })

  test('a lost lease is no failure', async () => {
    const { runner, errors } = await started({
      pass() {
        throw new LeaseLost()
      },
    })
    expect(runner.status().failing_keys).toBe(0)
    expect(errors).toEqual([])
  })

  test('keys that cannot be listed are told, and asked for again', async () => {
    let isBroken = true
    const { clock, runner, passes } = harness({ pass: () => {} })
    runner.loop.keys = async () => {
      if (isBroken) throw new Error('the database is away')
      return ['a']
    }
    runner.start()
    await settled()
    expect(runner.status().last_error).toBe('the database is away')
    isBroken = false
    await clock.advance(10_000)
    expect(passes).toHaveLength(1)
    expect(runner.status().last_error).toBeNull()
  })

  test('a pass that throws before it waits leaves nothing behind', async () => {
    const { clock, runner } = harness()
    let tries = 0
    runner.loop.pass = () => {
      tries++
      throw new Error('at once')
    }
    runner.start()
    await clock.advance(1000)
    expect(tries).toBe(2)
    expect(runner.status()).toMatchObject({ running: 0, failing_keys: 1 })
  })
})

describe('limits', () => {
  test('a time-out aborts the signal and counts as a failure', async () => {
    const { clock, runner, passes } = await started({ timeoutMs: 5000 })
    await clock.advance(5000)
    expect(passes[0]?.signal.aborted).toBe(true)
    expect(runner.status().running).toBe(1)
    passes[0]?.fail(passes[0].signal.reason)
    await settled()
    expect(runner.status()).toMatchObject({ running: 0, failing_keys: 1, last_error: 'took longer than 5 s' })
  })

  test('a stop aborts what runs, waits for it to end, and starts nothing more', async () => {
    const { clock, runner, passes, errors } = await started({ keys: ['a', 'b', 'c'] })
    let isStopped = false
    const stopping = runner.stop().then(() => {
      isStopped = true
    })
    await settled()
    expect(passes.map(({ signal }) => signal.aborted)).toEqual([true, true])
    expect(isStopped).toBe(false)
    for (const { fail, signal } of passes) fail(signal.reason)
    await stopping
    await clock.advance(3_600_000)
    expect(passes).toHaveLength(2)
    expect(errors).toEqual([])
    expect(runner.status()).toMatchObject({ running: 0, waiting: 0, failing_keys: 0 })
  })

  test('an aborted pass does not go on to its next act', async () => {
    const stop = new AbortController()
    const acts: number[] = []
    const loop = defineLoop<null, null, number>({
      name: 'test',
      what: '',
      every: '1h',
      where: 'everywhere',
      keys: async () => [],
      observe: async () => null,
      plan: () => [1, 2, 3],
      async act(_, action) {
        acts.push(action)
        if (action === 2) stop.abort(new Error('stopping'))
      },
    })
    await expect(loop.pass(null, '', new Date(), stop.signal, async () => {})).rejects.toThrow('stopping')
    expect(acts).toEqual([1, 2])
  })

  test('what must hold before an act is asked before each', async () => {
    const acts: number[] = []
    let asked = 0
    const loop = defineLoop<null, null, number>({
      name: 'test',
      what: '',
      every: '1h',
      where: 'leader',
      keys: async () => [],
      observe: async () => null,
      plan: () => [1, 2],
      act: async (_, action) => void acts.push(action),
    })
    const pass = loop.pass(null, '', new Date(), new AbortController().signal, async () => {
      if (++asked === 2) throw new LeaseLost()
    })
    await expect(pass).rejects.toThrow(LeaseLost)
    expect(acts).toEqual([1])
  })
})

test('the status says when the last run ended and how long it took', async () => {
  const { clock, runner, passes } = await started()
  expect(runner.status()).toMatchObject({ running: 1, last_run_at: null, last_duration_ms: null })
  await clock.advance(1234)
  passes[0]?.end()
  await settled()
  expect(runner.status()).toEqual({
    name: 'test',
    what: 'a loop under test',
    every: '10s',
    running: 0,
    waiting: 0,
    last_run_at: '2030-01-01T00:00:01.234Z',
    last_duration_ms: 1234,
    last_error: null,
    failing_keys: 0,
  })
})

test('when wakes may have been lost, every key is looked at at once, and the period goes on from there', async () => {
  const { runner, passes, clock } = await started({ keys: ['a', 'b'], pass: () => undefined })
  expect(passes.map(({ key }) => key)).toEqual(['a', 'b'])
  await clock.advance(4000)
  runner.resync()
  await settled()
  expect(passes.map(({ key }) => key)).toEqual(['a', 'b', 'a', 'b'])
  await clock.advance(9999)
  expect(passes).toHaveLength(4)
  await clock.advance(1)
  expect(passes).toHaveLength(6)
})
