import { expect, test } from 'vitest'
import { type AppInput, appChanges, nothingBefore } from './app-options.ts'

const nothing: AppInput = {
  ...{ image: undefined, port: undefined, env: [], replicas: undefined, memory: undefined, cpu: undefined },
  ...{ volume: [], strategy: undefined, swap: undefined, command: [], entrypoint: [], label: [], domain: [] },
  ...{ 'host-port': undefined, 'bind-address': undefined, egress: undefined },
  ...{ 'registry-credential': undefined, 'auto-rollback': undefined },
}
const before = {
  env: { COLOR: 'red', SIZE: 'xl' },
  resources: { memory: '1Gi', cpu: '2', swap: null, cpuset: null },
  volumes: [{ name: 'data', path: '/data' }],
  labels: { team: 'a' },
  domains: ['a.example'],
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
  ['swap', { swap: '1Gi' }, { resources: { ...before.resources, swap: '1Gi' } }],
  ['a command', { command: ['serve', '--all'] }, { command: ['serve', '--all'] }],
  ['the command of the image', { 'unset-command': true }, { command: [] }],
  ['an entry point', { entrypoint: ['/run'] }, { entrypoint: ['/run'] }],
  ['a label more', { label: ['tier=web'] }, { labels: { team: 'a', tier: 'web' } }],
  ['a label less', { 'unset-label': ['team'] }, { labels: {} }],
  ['a domain more', { domain: ['b.example/x'] }, { domains: ['a.example', 'b.example/x'] }],
  ['a domain less', { 'unset-domain': ['a.example'] }, { domains: [] }],
  ['a host port', { 'host-port': 9000, 'bind-address': 'public' }, { host_port: 9000, bind_address: 'public' }],
  ['no host port', { 'unset-host-port': true }, { host_port: null }],
  ['egress', { egress: 'internal' }, { egress_policy: 'internal' }],
  ['a credential', { 'registry-credential': 'reg_1' }, { registry_credential_id: 'reg_1' }],
  ['no credential', { 'unset-registry-credential': true }, { registry_credential_id: '' }],
  ['automatic rollback', { 'auto-rollback': 'on' }, { auto_rollback: true }],
  ['no automatic rollback', { 'auto-rollback': 'off' }, { auto_rollback: false }],
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
  [{ label: ['x'] }, 'usage', '--label "x" has no value'],
  [{ command: ['x'], 'unset-command': true }, 'usage', '--command and --unset-command exclude each other'],
  [{ volume: ['data'] }, 'usage', '--volume "data" does not say where it appears'],
  [{ port: 80, 'unset-port': true }, 'usage', '--port and --unset-port exclude each other'],
  [{ env: ['SIZE=s'], 'unset-env': ['SIZE'] }, 'usage', '"SIZE" is in both --env and --unset-env'],
  [{ 'unset-env': ['COLR'] }, 'validation', '--unset-env "COLR": there is no such thing'],
])('%j is refused', (input, ending, message) => {
  expect(() => appChanges({ ...nothing, ...input }, before)).toThrow(expect.objectContaining({ ending, message }))
})
