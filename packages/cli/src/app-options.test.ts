import { expect, test } from 'vitest'
import { type AppInput, appChanges, nothingBefore } from './app-options.ts'

const nothing: AppInput = {
  ...{ image: undefined, port: undefined, env: [], replicas: undefined, memory: undefined, cpu: undefined },
  ...{ volume: [], strategy: undefined, swap: undefined, command: [], entrypoint: [], label: [], domain: [] },
  ...{ 'host-port': undefined, 'bind-address': undefined, egress: undefined },
  ...{ 'registry-credential': undefined, 'auto-rollback': undefined, 'pull-policy': undefined, exec: undefined },
  ...{ cpuset: undefined, 'pre-deploy': [], 'pre-deploy-timeout': undefined },
  ...{ 'post-deploy': [], 'post-deploy-timeout': undefined },
  ...{ 'readiness-http': undefined, 'readiness-tcp': false, 'readiness-command': [], 'readiness-port': undefined },
  ...{ 'readiness-interval': undefined, 'readiness-timeout': undefined, 'readiness-failures': undefined },
  ...{ 'liveness-http': undefined, 'liveness-tcp': false, 'liveness-command': [], 'liveness-port': undefined },
  ...{ 'liveness-interval': undefined, 'liveness-timeout': undefined, 'liveness-failures': undefined },
  ...{ 'readiness-start-period': undefined, 'liveness-start-period': undefined },
}
const readiness = { type: 'http' as const, path: '/up', port: 81, interval: '3s' }
const migrate = { command: ['migrate'], timeout: '5m' }
const before = {
  env: { COLOR: 'red', SIZE: 'xl' },
  resources: { memory: '1Gi', cpu: '2', swap: null, cpuset: null },
  volumes: [{ name: 'data', path: '/data' }],
  labels: { team: 'a' },
  domains: ['a.example'],
  health: { readiness, liveness: null },
  hooks: { pre_deploy: migrate, post_deploy: null },
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
  ['processors', { cpuset: '0-1' }, { resources: { ...before.resources, cpuset: '0-1' } }],
  ['any processor', { 'unset-cpuset': true }, { resources: { ...before.resources, cpuset: null } }],
  ['when to pull', { 'pull-policy': 'always' }, { pull_policy: 'always' }],
  ['commands in containers', { exec: 'on' }, { exec_enabled: true }],
  ['no commands in containers', { exec: 'off' }, { exec_enabled: false }],
  [
    'one part of a check',
    { 'readiness-interval': '9s', 'readiness-failures': 2 },
    { health: { readiness: { ...readiness, interval: '9s', failures: 2 }, liveness: null } },
  ],
  [
    'what a check asks',
    { 'readiness-tcp': true },
    { health: { readiness: { type: 'tcp', port: 81, interval: '3s' }, liveness: null } },
  ],
  [
    'a check by a command',
    { 'liveness-command': ['test', '-f', '/ok'], 'liveness-timeout': '2s', 'liveness-start-period': '1m' },
    {
      health: {
        readiness,
        liveness: { type: 'command', command: ['test', '-f', '/ok'], timeout: '2s', start_period: '1m' },
      },
    },
  ],
  [
    'a command instead of a request',
    { 'readiness-command': ['true'] },
    { health: { readiness: { type: 'command', command: ['true'], interval: '3s' }, liveness: null } },
  ],
  [
    'both checks',
    { 'readiness-http': '/ready', 'liveness-http': '/alive', 'liveness-port': 9 },
    { health: { readiness: { ...readiness, path: '/ready' }, liveness: { type: 'http', path: '/alive', port: 9 } } },
  ],
  ['a check less', { 'unset-readiness': true }, { health: { readiness: null, liveness: null } }],
  [
    'a hook more',
    { 'post-deploy': ['warm', '--all'], 'post-deploy-timeout': '30s' },
    { hooks: { pre_deploy: migrate, post_deploy: { command: ['warm', '--all'], timeout: '30s' } } },
  ],
  [
    'the time of a hook',
    { 'pre-deploy-timeout': '9m' },
    { hooks: { pre_deploy: { command: ['migrate'], timeout: '9m' }, post_deploy: null } },
  ],
  ['a hook less', { 'unset-pre-deploy': true }, { hooks: { pre_deploy: null, post_deploy: null } }],
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
  [{ 'liveness-interval': '1s' }, 'usage', 'there is no liveness check to change'],
  [{ 'liveness-http': '/', 'liveness-tcp': true }, 'usage', '--liveness-http and --liveness-tcp exclude each other'],
  [
    { 'readiness-port': 80, 'unset-readiness': true },
    'usage',
    '--unset-readiness excludes the other --readiness options',
  ],
  [{ 'post-deploy-timeout': '1s' }, 'usage', 'there is no post-deploy hook to change'],
  [
    { 'pre-deploy': ['x'], 'unset-pre-deploy': true },
    'usage',
    '--unset-pre-deploy excludes the other --pre-deploy options',
  ],
  [{ cpuset: '0', 'unset-cpuset': true }, 'usage', '--cpuset and --unset-cpuset exclude each other'],
  [{ 'unset-env': ['COLR'] }, 'validation', '--unset-env "COLR": there is no such thing'],
])('%j is refused', (input, ending, message) => {
  expect(() => appChanges({ ...nothing, ...input }, before)).toThrow(expect.objectContaining({ ending, message }))
})
