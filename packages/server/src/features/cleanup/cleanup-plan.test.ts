// What a cleanup takes, over cases and over any world at all.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ContainerState } from '../../drivers/container/container.ts'
import { type CleanupWorld, planCleanup } from './cleanup-plan.ts'

const ours = { 'levelrail.instance': 'ins_1' }
const ofApp = { ...ours, 'levelrail.app': 'web' }
const empty: CleanupWorld = {
  instanceId: 'ins_1',
  containers: [],
  networks: [],
  volumes: [],
  images: undefined,
  records: { apps: [], replicas: [], openRuns: [], networks: [], volumes: [] },
}
const container = (name: string, labels: Record<string, string> = ofApp, state: ContainerState = 'exited') => ({
  ...{ id: `id-${name}`, name, labels, state },
})
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

test('a container goes when its app is gone, and stays while it runs or something knows it', () => {
  const run = { ...ours, 'levelrail.run': 'run_1', 'levelrail.run-of': 'web' }
  const containers = [
    container('left'),
    container('running', ofApp, 'running'),
    container('paused', ofApp, 'paused'),
    container('recorded'),
    container('of-app', { ...ours, 'levelrail.app': 'api' }),
    container('of-run', run),
    container('of-old-run', { ...run, 'levelrail.run': 'run_0' }, 'created'),
    container('of-another', { ...ofApp, 'levelrail.instance': 'ins_2' }),
    container('unlabelled', {}),
    container('of-unknown-kind', ours),
  ]
  const records = { ...empty.records, apps: ['api'], replicas: ['recorded'], openRuns: ['run_1'] }
  expect(names(planCleanup({ ...empty, containers, records }).containers)).toEqual(['left', 'of-old-run'])
})

test('a network goes with the last container in it, unless an address in it is taken', () => {
  const networks = [
    { name: 'empty', labels: ours, members: [] },
    { name: 'left', labels: ours, members: ['left'] },
    { name: 'used', labels: ours, members: ['left', 'somebody'] },
    { name: 'awaited', labels: ours, members: [] },
    { name: 'foreign', labels: {}, members: [] },
  ]
  const records = { ...empty.records, networks: ['awaited'] }
  const plan = planCleanup({ ...empty, containers: [container('left')], networks, records })
  expect(names(plan.networks)).toEqual(['empty', 'left'])
})

test('a volume is orphaned when no app has it and no container mounts it', () => {
  const volumes = [
    { name: 'left', labels: ofApp, users: 0 },
    { name: 'mounted', labels: ofApp, users: 1 },
    { name: 'kept', labels: ofApp, users: 0 },
    { name: 'foreign', labels: {}, users: 0 },
  ]
  const plan = planCleanup({ ...empty, volumes, records: { ...empty.records, volumes: ['kept'] } })
  expect(names(plan.orphanedVolumes)).toEqual(['left'])
})

test('whatever the world is like, nothing foreign, in use or referenced is touched', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'd')
  const words = fc.array(word, { maxLength: 3 })
  const labels = fc
    .record(
      {
        'levelrail.instance': fc.constantFrom('ins_1', 'ins_2'),
        'levelrail.app': word,
        'levelrail.run': word,
        other: word,
      },
      { requiredKeys: [] },
    )
    .map((each) => ({ ...each }) as Record<string, string>)
  const states: ContainerState[] = ['created', 'running', 'paused', 'restarting', 'removing', 'exited', 'dead']
  const name = { name: word, labels }
  const byName = { selector: (each: { name: string }) => each.name }
  const world: fc.Arbitrary<CleanupWorld> = fc.record({
    instanceId: fc.constant('ins_1'),
    containers: fc.uniqueArray(fc.record({ ...name, id: word, state: fc.constantFrom(...states) }), byName),
    networks: fc.uniqueArray(fc.record({ ...name, members: words }), byName),
    volumes: fc.uniqueArray(fc.record({ ...name, users: fc.nat(1) }), byName),
    images: fc.option(
      fc.record({
        keep: fc.nat(2),
        pulled: fc.array(fc.record({ imageId: word, reference: word })),
        deploys: fc.array(
          fc.record({
            app: word,
            imageId: fc.option(word),
            outcome: fc.constantFrom('healthy', 'failed', 'in_progress'),
          }),
        ),
        running: words,
        inUse: words,
      }),
      { nil: undefined },
    ),
    records: fc.record({ apps: words, replicas: words, openRuns: words, networks: words, volumes: words }),
  })
  const seen = { containers: 0, networks: 0, images: 0, volumes: 0 }
  fc.assert(
    fc.property(world, (given) => {
      const { records } = given
      const plan = planCleanup(given)
      for (const each of [...plan.containers, ...plan.networks, ...plan.orphanedVolumes])
        expect(each.labels['levelrail.instance']).toBe('ins_1')
      for (const { name: its, state, labels: marks } of plan.containers) {
        expect(['created', 'exited', 'dead']).toContain(state)
        expect(records.replicas).not.toContain(its)
        expect(records.apps).not.toContain(marks['levelrail.app'])
        expect(records.openRuns).not.toContain(marks['levelrail.run'])
      }
      for (const { name: its, members } of plan.networks) {
        expect(records.networks).not.toContain(its)
        for (const member of members) expect(names(plan.containers)).toContain(member)
      }
      for (const { name: its, users } of plan.orphanedVolumes) {
        expect(users).toBe(0)
        expect(records.volumes).not.toContain(its)
      }
      for (const { imageId } of plan.images) {
        expect(given.images?.pulled.map((each) => each.imageId)).toContain(imageId)
        expect([...(given.images?.running ?? []), ...(given.images?.inUse ?? [])]).not.toContain(imageId)
      }
      seen.containers += plan.containers.length
      seen.networks += plan.networks.length
      seen.images += plan.images.length
      seen.volumes += plan.orphanedVolumes.length
    }),
    { numRuns: 1000 },
  )
  // The worlds had something to take in them.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0)
})
