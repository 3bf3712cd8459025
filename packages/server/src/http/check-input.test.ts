import { get, patch, post } from '@levelrail/contract/route.ts'
import { closed } from '@levelrail/contract/schemas/common.ts'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { inputCheck } from './check-input.ts'

const create = inputCheck(
  post('/things', {
    ability: 'write',
    summary: '',
    body: closed({
      name: Type.String({ minLength: 1, maxLength: 5 }),
      port: Type.Optional(Type.Integer({ default: 80 })),
    }),
  }),
)

test.each([
  [undefined, 'a JSON body is required'],
  [{}, 'missing field "name"'],
  [{ name: 'x', colour: 'red' }, 'unknown field "colour"'],
  [{ name: 'toolong' }, 'name must not have more than 5 characters'],
  [{ name: 'x', port: '80' }, 'port must be integer'],
  [[], 'the body must be object'],
])('%j is refused: %s', (body, message) => {
  expect(() => create({}, {}, body)).toThrow(message)
})

test('a body is taken as it is: no default is put in, nothing is turned into another type', () => {
  expect(create({}, {}, { name: 'x' }).body).toEqual({ name: 'x' })
  const change = inputCheck(
    patch('/things', {
      ability: 'write',
      summary: '',
      body: closed({ port: Type.Optional(Type.Integer({ default: 80 })) }),
    }),
  )
  expect(change({}, {}, {}).body).toEqual({})
})

test('a query is text, and numbers in it are read as numbers', () => {
  const list = inputCheck(
    get('/things', {
      ability: 'read',
      summary: '',
      query: closed({ limit: Type.Optional(Type.Integer({ maximum: 200 })) }),
    }),
  )
  expect(list({}, { limit: '20' }, undefined).query).toEqual({ limit: 20 })
  expect(() => list({}, { limit: '201' }, undefined)).toThrow('query parameter limit must be <= 200')
  expect(() => list({}, { limit: 'x' }, undefined)).toThrow('query parameter limit must be integer')
  expect(() => list({}, { limt: '1' }, undefined)).toThrow('unknown query parameter "limt"')
})

test('a path parameter is bounded even where its row says nothing', () => {
  const view = inputCheck(get('/things/{id}', { ability: 'read', summary: '' }))
  expect(view({ id: 'a' }, {}, undefined).params).toEqual({ id: 'a' })
  expect(() => view({ id: 'a'.repeat(129) }, {}, undefined)).toThrow('id must not have more than 128 characters')
})
