import { expect, test } from 'vitest'
import { foreignOrigin } from './origin.ts'

const facts = { origin: undefined, fetchSite: undefined, host: 'levelrail.example:8080' }

test.each([
  [{}, true],
  [{ origin: 'http://levelrail.example:8080' }, true],
  [{ origin: 'https://LEVELRAIL.example:8080' }, true],
  [{ fetchSite: 'same-origin' }, true],
  [{ fetchSite: 'none' }, true],
  [{ origin: 'http://evil.example' }, false],
  [{ origin: 'http://levelrail.example' }, false],
  [{ origin: 'http://levelrail.example:8080.evil.example' }, false],
  [{ origin: 'null' }, false],
  [{ origin: '' }, false],
  [{ fetchSite: 'cross-site' }, false],
  [{ fetchSite: 'same-site' }, false],
])('%j is taken: %s', (given, isTaken) => {
  expect(foreignOrigin({ ...facts, ...given }) === undefined).toBe(isTaken)
})
