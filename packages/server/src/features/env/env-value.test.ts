import type { EffectiveVariable } from '@levelrail/contract/schemas/env.ts'
import { expect, test } from 'vitest'
import type { LayeredVariable } from './env-layers.ts'
import { compareEnv, type EnvValue, envChanges, snapshotOf, viewVariable } from './env-value.ts'

const place = { table: 't', row: 'r', column: 'c' }
const plain = (key: string, value: string): LayeredVariable<EnvValue> => ({
  ...{ key, value: { plain: value }, layer: 'project', shadows: [] },
})
const secret = (key: string, sealed: string): LayeredVariable<EnvValue> => ({
  ...{ key, value: { sealed, place }, layer: 'app_secret', shadows: ['project'] },
})

test('a secret is shown by name, layer and what it shadows, never by value', () => {
  expect(viewVariable(secret('KEY', 'sealed-text'))).toEqual({
    ...{ key: 'KEY', value: null, secret: true, layer: 'app_secret', shadows: ['project'] },
  })
})

test('a snapshot keeps plain values, and of a secret neither value nor sealed text', () => {
  const snapshot = snapshotOf([plain('A', '1'), secret('KEY', 'sealed-text')])
  expect(snapshot.plain).toEqual({ A: '1' })
  expect(Object.keys(snapshot.secrets)).toEqual(['KEY'])
  expect(JSON.stringify(snapshot)).not.toContain('sealed-text')
})

test.each([
  ['nothing', [plain('A', '1')], [plain('A', '1')], []],
  ['a new variable', [], [plain('A', '1')], [{ key: 'A', status: 'added', secret: false }]],
  ['one that is gone', [plain('A', '1')], [], [{ key: 'A', status: 'removed', secret: false }]],
  ['another value', [plain('A', '1')], [plain('A', '2')], [{ key: 'A', status: 'changed', secret: false }]],
  ['the same secret', [secret('A', 'x')], [secret('A', 'x')], []],
  ['a secret set anew', [secret('A', 'x')], [secret('A', 'y')], [{ key: 'A', status: 'changed', secret: true }]],
  ['one made secret', [plain('A', '1')], [secret('A', 'x')], [{ key: 'A', status: 'changed', secret: true }]],
  [
    'several, by name',
    [plain('B', '1')],
    [plain('A', '1')],
    [
      { key: 'A', status: 'added', secret: false },
      { key: 'B', status: 'removed', secret: false },
    ],
  ],
])('what changes with %s', (_, before, after, changes) => {
  expect(envChanges(snapshotOf(before), snapshotOf(after))).toEqual(changes)
})

test('names that objects have of their own are names like any other', () => {
  expect(envChanges(snapshotOf([]), snapshotOf([plain('constructor', '1')]))).toEqual([
    { key: 'constructor', status: 'added', secret: false },
  ])
})

const shown = (key: string, value: string | null): EffectiveVariable => ({
  ...{ key, value, secret: value === null, layer: 'environment', shadows: [] },
})

test.each([
  ['the same plain value', [shown('A', '1')], [shown('A', '1')], []],
  ['different plain values', [shown('A', '1')], [shown('A', '2')], [{ key: 'A', status: 'changed' }]],
  ['only on the left', [shown('A', '1')], [], [{ key: 'A', status: 'only_a' }]],
  ['only on the right', [], [shown('A', null)], [{ key: 'A', status: 'only_b' }]],
  ['a secret on both', [shown('A', null)], [shown('A', null)], [{ key: 'A', status: 'masked' }]],
  ['plain and secret', [shown('A', '1')], [shown('A', null)], [{ key: 'A', status: 'masked' }]],
])('compares %s', (_, a, b, diff) => {
  expect(compareEnv(a, b)).toEqual(diff)
})
