import { expect, test } from 'vitest'
import { Places } from './places.ts'

test('places are taken until there are none, and each is given back once', () => {
  const places = new Places(2)
  const first = places.take()
  expect(places.take()).toBeDefined()
  expect(places.take()).toBeUndefined()
  first?.()
  first?.()
  expect(places.taken).toBe(1)
  expect(places.take()).toBeDefined()
  expect(places.take()).toBeUndefined()
})
