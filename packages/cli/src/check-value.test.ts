import { UserCreate } from '@levelrail/contract/schemas/users.ts'
import { expect, test } from 'vitest'
import { problemsOf } from './check-value.ts'

test('a good body has no problems', () => {
  const body = { email: 'ada@example.com', display_name: 'Ada', password: 'correct horse', role: 'viewer' }
  expect(problemsOf(UserCreate, body)).toEqual([])
})

test('each problem names its field', () => {
  expect(problemsOf(UserCreate, { email: 'ada@example.com', display_name: 3, role: 'boss', foo: 1 })).toEqual([
    'it lacks password',
    'it must not have foo',
    'display_name must be string',
    'role must be one of viewer, operator, admin',
  ])
})
