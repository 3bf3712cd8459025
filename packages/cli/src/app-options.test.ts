import { expect, test } from 'vitest'
import { type AppInput, appChanges, nothingBefore } from './app-options.ts'

const nothing: AppInput = {
  ...{ image: undefined, port: undefined, env: [], replicas: undefined, memory: undefined, cpu: undefined },
  ...{ volume: [], strategy: undefined },
}
const before = {
  env: { COLOR: 'red', SIZE: 'xl' },
  resources: { memory: '1Gi', cpu: '2', swap: null, cpuset: null },
  volumes: [{ name: 'data', path: '/data' }],
}

test.each<[string, Partial<AppInput>, object]>([
  ['nothing', {}, {}],
  [
    'plain fields',
    { image: 'a:1', port: 80, replicas: 0, strategy: 'rolling' },
    { image: 'a:1', port: 80, replicas: 0, strategy: 'rolling' },
  ],
  ['no port', { 'unset-port': true }, { port: null }],
  ['one variable', { env: ['COLOR=blue=ish'] }, { env: { COLOR: 'blue=ish', SIZE: 'xl' } }],
  ['a variable without content', { env: ['COLOR='] }, { env: { COLOR: '', SIZE: 'xl' } }],
  ['a variable less', { 'unset-env': ['COLOR'] }, { env: { SIZE: 'xl' } }],
  ['one limit', { memory: '2Gi' }, { resources: { ...before.resources, memory: '2Gi' } }],
  ['a limit less', { 'unset-cpu': true }, { resources: { ...before.resources, cpu: null } }],
  [
    'a volume more',
    { volume: ['logs:/var/log'] },
    { volumes: [...before.volumes, { name: 'logs', path: '/var/log' }] },
  ],
  ['a volume elsewhere', { volume: ['data:/srv'] }, { volumes: [{ name: 'data', path: '/srv' }] }],
  ['a volume less', { 'unset-volume': ['data'] }, { volumes: [] }],
])('%s changes only what it names', (_, input, changes) => {
  expect(appChanges({ ...nothing, ...input }, before)).toEqual(changes)
})

test('a new app starts from nothing', () => {
  expect(appChanges({ ...nothing, memory: '1Gi', env: ['A=1'] }, nothingBefore)).toEqual({
    env: { A: '1' },
    resources: { memory: '1Gi', cpu: null, swap: null, cpuset: null },
  })
})

test.each<[Partial<AppInput>, string, string]>([
  [{ env: ['COLOR'] }, 'usage', '--env "COLOR" has no value'],
  [{ volume: ['data'] }, 'usage', '--volume "data" does not say where it appears'],
  [{ port: 80, 'unset-port': true }, 'usage', '--port and --unset-port exclude each other'],
  [{ env: ['SIZE=s'], 'unset-env': ['SIZE'] }, 'usage', '"SIZE" is in both --env and --unset-env'],
  [{ 'unset-env': ['COLR'] }, 'validation', '--unset-env "COLR": there is no such thing'],
])('%j is refused', (input, ending, message) => {
  expect(() => appChanges({ ...nothing, ...input }, before)).toThrow(expect.objectContaining({ ending, message }))
})
