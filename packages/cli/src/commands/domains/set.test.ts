import type { AppDomain } from '@levelrail/contract/schemas/domains.ts'
import { expect, test } from 'vitest'
import { changeOf, listAfter } from './set.ts'

const plain = { port: null, redirect_to: null, http: 'auto', hsts_seconds: 0, tls: 'auto' } as const
const before: AppDomain[] = [
  { domain: 'a.test', ...plain, port: 9000 },
  { domain: 'b.test', ...plain },
]
const named = { port: undefined, 'redirect-to': undefined, http: undefined, hsts: undefined, tls: undefined }

test('only what is named changes, and a new domain comes last', () => {
  expect(listAfter(before, 'A.test', changeOf({ ...named, hsts: 60, tls: 'off' }))).toEqual([
    { ...before[0], hsts_seconds: 60, tls: 'off' },
    before[1],
  ])
  expect(listAfter(before, 'new.test', {})).toEqual([...before, { domain: 'new.test' }])
})

test('0 and - take back what was set, and a domain can be taken away', () => {
  expect(changeOf({ ...named, port: 0, 'redirect-to': '-' })).toEqual({ port: null, redirect_to: null })
  expect(listAfter(before, 'a.test', undefined)).toEqual([before[1]])
  expect(() => listAfter(before, 'c.test', undefined)).toThrow('c.test')
})
