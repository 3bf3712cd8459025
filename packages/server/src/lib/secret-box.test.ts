import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Secret } from './secret.ts'
import { createSecretBox, isMasterKey } from './secret-box.ts'

const newKey = () => new Secret(randomBytes(32).toString('base64'))
const place = { table: 'users', row: 'usr_1', column: 'totp' }

test('what is sealed opens to the same text, and never the same way twice', () => {
  const box = createSecretBox(newKey())
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const sealed = box.seal(place, new Secret(text))
      expect(box.open(place, sealed).reveal()).toBe(Buffer.from(text, 'utf8').toString('utf8'))
      expect(box.seal(place, new Secret(text))).not.toBe(sealed)
    }),
  )
})

test('a sealed text opens neither in another row nor in another column', () => {
  const box = createSecretBox(newKey())
  const sealed = box.seal(place, new Secret('s3cret'))
  expect(() => box.open({ ...place, row: 'usr_2' }, sealed)).toThrow()
  expect(() => box.open({ ...place, column: 'other' }, sealed)).toThrow()
})

test('a changed byte is noticed', () => {
  const box = createSecretBox(newKey())
  const sealed = box.seal(place, new Secret('s3cret'))
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  expect(() => box.open(place, changed)).toThrow()
})

test('another master key is named by its id, and the secret is not', () => {
  const sealed = createSecretBox(newKey()).seal(place, new Secret('s3cret'))
  const other = createSecretBox(newKey())
  expect(() => other.open(place, sealed)).toThrow(`but the key in use is ${other.keyId}`)
})

test('a secret does not show in text, JSON or inspection', () => {
  const secret = new Secret('hunter2')
  expect(`${secret} ${JSON.stringify({ secret })} ${inspect({ secret })}`).not.toContain('hunter2')
})

test('a master key is 32 bytes of base64', () => {
  expect(isMasterKey(randomBytes(32).toString('base64'))).toBe(true)
  expect(isMasterKey('too-short')).toBe(false)
})
