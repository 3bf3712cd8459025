import { expect, test } from 'vitest'
import { type ObservedRun, planRun, type SeenContainer, startPatienceMs } from './run-plan.ts'

const now = new Date('2026-03-01T12:00:00Z')
const at = (ms: number) => now.getTime() + ms
const base: ObservedRun = {
  status: 'running',
  ending: null,
  isCleaned: false,
  begunAt: at(-1000),
  startedAt: null,
  timeoutMs: 60_000,
  isBlocked: false,
  unwanted: null,
  container: null,
  isWatched: false,
}
const container = (state: SeenContainer['state'], exitCode?: number): SeenContainer => ({
  id: 'c1',
  state,
  exitCode,
  isOutOfMemory: false,
})
const again = { kind: 'look-again', inMs: 1 }
const finish = (outcome: string, id: string | null, exitCode: number | null, reason = '') => ({
  kind: 'finish',
  id,
  outcome,
  exitCode,
  reason,
})

test.each<[string, Partial<ObservedRun>, object[]]>([
  ['waits for another one', { status: 'waiting', isBlocked: true }, []],
  ['begins when nothing is in its way', { status: 'waiting' }, [{ kind: 'begin' }, again]],
  ['is given a container', {}, [{ kind: 'create' }, again]],
  ['is started', { container: container('created') }, [{ kind: 'start', id: 'c1' }, again]],
  [
    'is started although the start was noted: nobody started it',
    { container: container('created'), startedAt: at(-5000) },
    [{ kind: 'start', id: 'c1' }, again],
  ],
  [
    'is left alone while it runs, until its time is up',
    { container: container('running'), startedAt: at(-20_000) },
    [{ kind: 'look-again', inMs: 40_000 }],
  ],
  [
    'is watched while it runs for a deploy',
    { container: container('running'), startedAt: at(-20_000), isWatched: true },
    [
      { kind: 'copy-lines', id: 'c1' },
      { kind: 'look-again', inMs: 1000 },
    ],
  ],
  [
    'is stopped when its time is up, and that is noted first',
    { container: container('running'), startedAt: at(-60_000) },
    [
      { kind: 'end-by', ending: 'timed_out', reason: 'it took longer than 1m and was stopped' },
      { kind: 'stop', id: 'c1' },
      again,
    ],
  ],
  [
    'is stopped when asked',
    { container: container('running'), startedAt: at(0), ending: 'canceled' },
    [{ kind: 'stop', id: 'c1' }, again],
  ],
  ['succeeds', { container: container('ended', 0), startedAt: at(-1) }, [finish('succeeded', 'c1', 0), again]],
  [
    'fails by its exit code',
    { container: container('ended', 3), startedAt: at(-1) },
    [finish('failed', 'c1', 3, 'it exited with code 3'), again],
  ],
  [
    'fails for want of memory, whatever its exit code',
    { container: { ...container('ended', 0), isOutOfMemory: true }, startedAt: at(-1) },
    [finish('failed', 'c1', 0, 'it ran out of memory'), again],
  ],
  [
    'ended because it was stopped',
    { container: container('ended', 143), startedAt: at(-1), ending: 'timed_out' },
    [finish('timed_out', 'c1', 143), again],
  ],
  [
    'is lost when its container is being removed, whatever the kill left as exit code',
    { container: container('removing', 137), startedAt: at(-1) },
    [finish('lost', null, null, 'its container was removed before its end was seen'), again],
  ],
  [
    'was stopped before its container was removed',
    { container: container('removing', 137), startedAt: at(-1), ending: 'canceled' },
    [finish('canceled', null, null), again],
  ],
  [
    'has its container removed to the end before it is done',
    { status: 'ended', container: container('removing', 137), startedAt: at(-1) },
    [{ kind: 'clean', id: 'c1' }],
  ],
  [
    'is lost when its container is gone after the start',
    { startedAt: at(-1) },
    [finish('lost', null, null, 'its container was removed before its end was seen'), again],
  ],
  ['was cancelled before it had a container', { ending: 'canceled' }, [finish('canceled', null, null), again]],
  [
    'was cancelled before it was started',
    { ending: 'canceled', container: container('created') },
    [finish('canceled', 'c1', null), again],
  ],
  [
    'is given up when it cannot be made',
    { begunAt: at(-startPatienceMs) },
    [finish('failed', null, null, 'its container could not be made in 10 minutes'), again],
  ],
  [
    'is ended when it must not go on',
    { container: container('running'), startedAt: at(0), unwanted: 'the app is being removed' },
    [{ kind: 'end-by', ending: 'canceled', reason: 'the app is being removed' }, again],
  ],
  [
    'is not judged while the engine is away',
    { container: 'unknown', startedAt: at(-99_000) },
    [{ kind: 'look-again', inMs: 5000 }],
  ],
  ['gives its container back', { status: 'ended', container: container('ended', 0) }, [{ kind: 'clean', id: 'c1' }]],
  ['gives its address back', { status: 'ended' }, [{ kind: 'clean', id: null }]],
  ['is over', { status: 'ended', isCleaned: true }, []],
])('a run %s', (_, seen, actions) => {
  expect(planRun({ ...base, ...seen }, now)).toEqual(actions)
})
