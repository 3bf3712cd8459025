// What may be removed, over tables of cases and over any world at all.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imagesToRemove, type RetentionFacts } from './image-retention.ts'

const deploy = (imageId: string, outcome = 'healthy', app = 'web') => ({ app, imageId, outcome })
const pulled = (...ids: string[]) => ids.map((imageId) => ({ imageId, reference: `repo@${imageId}` }))
const facts = (changes: Partial<RetentionFacts>): RetentionFacts => ({
  keep: 2,
  pulled: pulled('a', 'b', 'c', 'd'),
  deploys: [deploy('a'), deploy('b'), deploy('c'), deploy('d')],
  running: ['a'],
  inUse: [],
  ...changes,
})
const gone = (changes: Partial<RetentionFacts>) => imagesToRemove(facts(changes)).map(({ imageId }) => imageId)

test('an app keeps its last images, and the older ones go', () => {
  expect(gone({})).toEqual(['c', 'd'])
  expect(gone({ keep: 0 })).toEqual([])
})

test('one image deployed again and again counts once', () => {
  expect(gone({ deploys: [deploy('a'), deploy('a'), deploy('b'), deploy('c')] })).toEqual(['c', 'd'])
})

test('what a container uses stays, and what another app keeps', () => {
  expect(gone({ inUse: ['d'] })).toEqual(['c'])
  expect(gone({ deploys: [deploy('a'), deploy('b'), deploy('c', 'healthy', 'other')] })).toEqual(['d'])
})

test('a failed image stays while it is the newest, and one under way always', () => {
  expect(gone({ deploys: [deploy('c', 'failed'), deploy('a'), deploy('b')] })).toEqual(['d'])
  expect(gone({ deploys: [deploy('a'), deploy('d', 'in_progress'), deploy('b')] })).toEqual(['c'])
})

test('whatever the world is like, only what we pulled goes, and nothing that is used, runs or is under way', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const world = fc.record({
    keep: fc.integer({ min: 0, max: 3 }),
    pulled: fc.array(id).map((ids) => pulled(...ids)),
    deploys: fc.array(
      fc.record({
        app: fc.constantFrom('web', 'api'),
        imageId: fc.option(id),
        outcome: fc.constantFrom('healthy', 'failed', 'in_progress', 'superseded'),
      }),
    ),
    running: fc.array(id),
    inUse: fc.array(id),
  })
  fc.assert(
    fc.property(world, (seen) => {
      for (const { imageId, references } of imagesToRemove(seen)) {
        expect(seen.pulled.map((each) => each.imageId)).toContain(imageId)
        expect([...seen.running, ...seen.inUse]).not.toContain(imageId)
        expect(seen.deploys.filter((each) => each.outcome === 'in_progress').map((each) => each.imageId)).not.toContain(
          imageId,
        )
        for (const reference of references) expect(seen.pulled.map((each) => each.reference)).toContain(reference)
      }
    }),
  )
})
