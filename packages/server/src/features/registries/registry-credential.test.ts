import { describe, expect, test } from 'vitest'
import { chooseCredential, type ShownCredential, viewCredential } from './registry-credential.ts'

function credential(id: string, registry_host: string): ShownCredential {
  const at = '2026-01-01T00:00:00.000Z'
  const times = { created_at: at, updated_at: at, last_used_at: null, last_result: null }
  return { id, name: `name of ${id}`, registry_host, username: 'ann', ...times }
}
const known = [
  credential('one', 'ghcr.io'),
  credential('two', 'registry.test:5000'),
  credential('too', 'registry.test:5000'),
]

describe('which credential a pull takes', () => {
  test.each([
    ['the one that the app names', 'two', 'registry.test:5000', 'two', /"name of two" of the app/],
    ['the only one for the registry', '', 'ghcr.io', 'one', /"name of one", the only/],
    ['none, when there are several', '', 'registry.test:5000', undefined, /2 registry credentials/],
    ['none, when there is none', '', 'docker.io', undefined, /there is no registry credential/],
    ['none, when the named one is gone', 'gone', 'ghcr.io', undefined, /gone/],
    ['never one of another registry', 'one', 'registry.test:5000', undefined, /is for ghcr\.io, not for/],
    ['the host in any case', '', 'GHCR.io', 'one', /only/],
  ])('%s', (_, wanted, registry, id, words) => {
    const choice = chooseCredential(wanted, registry, known)
    expect(choice.id).toBe(id)
    expect(choice.words).toMatch(words)
  })
})

test('what is shown has no password, sealed or not', () => {
  const row = { ...credential('one', 'ghcr.io'), password_sealed: 'v1.sealed' }
  expect(JSON.stringify(viewCredential(row))).not.toMatch(/password|sealed/)
})
