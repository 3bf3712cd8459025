import { expect, test } from 'vitest'
import { chooseRollback } from './choose-rollback.ts'

const deploys = (...digests: (string | null)[]) => digests.map((digest, at) => ({ id: at, digest }))

test.each([
  ['the one before', 'c', deploys('c', 'b', 'a'), 1],
  ['past redeploys of the same image', 'c', deploys('c', 'c', 'c', 'a'), 3],
  ['past one that never got its image', 'c', deploys('c', null, 'a'), 2],
  ['to the newest when what runs is no longer listed', 'd', deploys('c', 'b'), 0],
  ['nowhere when there is no other image', 'c', deploys('c', 'c'), undefined],
  ['nowhere when nothing was ever healthy', 'c', deploys(), undefined],
])('it goes %s', (_, running, healthy, id) => {
  expect(chooseRollback(running, healthy)?.id).toBe(id)
})
