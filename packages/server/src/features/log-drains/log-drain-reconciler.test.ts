import { expect, test } from 'vitest'
import type { StoredApp } from '../apps/app.ts'
import { planDrain } from './log-drain-reconciler.ts'

const app = { name: 'web' } as StoredApp
const drain = { url: 'https://logs.example/', headers: {} }

test('a drain is forwarded to, one that cannot be read is told, and of one that is gone nothing is kept', () => {
  expect(planDrain({ name: 'web', app, drain })).toEqual([{ kind: 'forward', app, drain }])
  expect(planDrain({ name: 'web', app, drain: 'unreadable' })).toEqual([{ kind: 'tell-unreadable', name: 'web' }])
  expect(planDrain({ name: 'web', app, drain: null })).toEqual([{ kind: 'forget', name: 'web' }])
  expect(planDrain({ name: 'web', app: undefined, drain: null })).toEqual([{ kind: 'forget', name: 'web' }])
})
