import { expect, test } from 'vitest'
import { includedKeys, includeEnv } from './include-env.ts'

const secret = (name: string, required = false) => ({ name, required })

test('plain variables are taken over whole, and secrets stay where they are', () => {
  const source = {
    env: { SAME: '1', NEW: '2', OTHER: '3', PLAIN_THERE: '4', SHADOWED: '5' },
    secret_env: [secret('TOKEN', true), secret('BOTH', true), secret('SECRET_HERE'), secret('SHADOWED')],
  }
  const target = {
    env: { SAME: '1', OTHER: 'x', GONE: 'y', SECRET_HERE: 'kept' },
    secret_env: [secret('PLAIN_THERE'), secret('BOTH'), secret('OWN')],
  }
  const after = includeEnv(target, source)
  expect(after).toEqual({
    env: { SAME: '1', NEW: '2', OTHER: '3', SECRET_HERE: 'kept' },
    secret_env: [secret('PLAIN_THERE'), secret('BOTH'), secret('OWN'), secret('TOKEN', true), secret('SHADOWED')],
  })
  expect(includedKeys(target, after)).toEqual(['GONE', 'NEW', 'OTHER', 'SHADOWED', 'TOKEN'])
})

test('nothing is included where nothing differs', () => {
  const same = { env: { A: '1' }, secret_env: [secret('B')] }
  expect(includeEnv(same, same)).toEqual(same)
  expect(includedKeys(same, same)).toEqual([])
})
