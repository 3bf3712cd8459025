// The pure parts of the pages of apps: pasted variables, settings as text and back, what differs, the address.
import { ApiFailure } from '@levelrail/contract/client.ts'
import type { App } from '@levelrail/contract/schemas/apps.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldError } from '../app/api/failure.ts'
import { appAddresses } from '../app/components/app-address.ts'
import { appState, readyReplicas, spanWords } from '../app/components/app-state.ts'
import { changesBetween, draftOf, durationOf, secondsOf, updateOf } from '../app/forms/app-draft.ts'
import { joinCommand, splitCommand } from '../app/forms/command-line.ts'
import { envEdits, layersAround, withEdits } from '../app/forms/env-draft.ts'
import { effectWords } from '../app/forms/settings/effect-words.ts'
import { appFilter, askedOf, chosenApps } from '../app/pages/app-filter.ts'

const app: App = {
  name: 'web',
  image: 'levelrail/test-app:1',
  port: 8080,
  env: { A: '1' },
  secret_env: [],
  command: [],
  entrypoint: ['/bin/run', 'two words'],
  pull_policy: 'missing',
  resources: { memory: '512Mi', cpu: null, swap: null, cpuset: null },
  health: { readiness: { timeout: '2m', type: 'http', path: '/' }, liveness: null },
  labels: {},
  strategy: 'blue-green',
  replicas: 2,
  volumes: [{ name: 'data', path: '/data' }],
  host_port: null,
  bind_address: 'private',
  domains: [],
  registry_credential_id: '',
  hooks: { pre_deploy: null, post_deploy: null },
  egress_policy: 'open',
  storage_target_id: '',
  auto_rollback: false,
  exec_enabled: false,
  log_drain: null,
  node_id: 'n',
  project_id: '',
  environment_id: '',
  suspended: false,
  restart_nonce: 'x',
  conditions: [
    {
      type: 'Ready',
      status: 'true',
      reason: 'Serving',
      message: '2 of 2 replicas are ready',
      since: '2026-01-01T00:00:00Z',
    },
  ],
  current_deploy_id: 'dep_1',
  deploy_in_progress_id: null,
  latest_deploy: null,
  running_image: 'levelrail/test-app:1',
  running_digest: 'sha256:1',
  next_restart_at: null,
  effective_strategy: 'blue-green',
  pending: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}

test('an edit of variables tells what changes, empty values too, and undoes nothing of others', () => {
  const edits = envEdits({ A: '1', B: '2', C: '3' }, { A: '1', B: 'two', EMPTY: '' })
  expect(edits).toEqual([
    { key: 'B', before: '2', after: 'two' },
    { key: 'C', before: '3', after: undefined },
    { key: 'EMPTY', before: undefined, after: '' },
  ])
  expect(withEdits({ A: 'by somebody', B: '2', C: '3', D: 'new' }, edits)).toEqual({
    ...{ A: 'by somebody', B: 'two', D: 'new', EMPTY: '' },
  })
})

test.each([
  ['project', ['organization'], { below: ['project', 'organization'] }],
  ['app', ['environment'], { below: ['environment'] }],
  ['app_secret', ['app', 'project'], { below: ['project'], above: 'app_secret' }],
] as const)('a variable of the app meets what comes from %s and hides %s', (layer, shadows, around) => {
  expect(layersAround({ key: 'A', value: null, secret: true, layer, shadows: [...shadows] })).toEqual(around)
})

test('settings that nobody touched change nothing, whatever the order of their fields', () => {
  expect(updateOf(draftOf(app), app)).toEqual({})
})

test('only what was touched is sent, and told by its path', () => {
  const draft = draftOf(app)
  draft.cpu = '0.5'
  draft.readiness = { ...draft.readiness, interval: '0.5' }
  const update = updateOf(draft, app)
  expect(update).toEqual({
    resources: { memory: '512Mi', cpu: '0.5', swap: null, cpuset: null },
    health: { readiness: { type: 'http', path: '/', timeout: '2m', interval: '500ms' }, liveness: null },
  })
  expect(changesBetween({ resources: app.resources, health: app.health }, update)).toEqual([
    ['resources.cpu', 'none', '0.5'],
    ['health.readiness.interval', 'none', '500ms'],
  ])
})

test('an address, a hook and domains are told as the server wants them', () => {
  const draft = draftOf(app)
  draft.host_port = '8081'
  draft.bind = 'address'
  draft.bind_ip = ' 10.0.0.5 '
  draft.domains = 'example.com\n\n example.com/api'
  draft.pre_deploy = { line: `/bin/sh -c 'echo "a b"'`, timeout: '90' }
  expect(updateOf(draft, app)).toEqual({
    host_port: 8081,
    bind_address: '10.0.0.5',
    domains: ['example.com', 'example.com/api'],
    hooks: { pre_deploy: { command: ['/bin/sh', '-c', 'echo "a b"'], timeout: '90s' }, post_deploy: null },
  })
})

test('a command line is split like a shell does, without its other powers', () => {
  expect(splitCommand(` a  "b \\" c"'d\\'\n$HOME ""`)).toEqual({ words: ['a', 'b " cd\\', '$HOME', ''] })
  expect(splitCommand('a "b').problem).toContain('not closed')
  expect(splitCommand('a \\').problem).toContain('backslash')
})

test('words become a line that gives the same words again', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (words) => {
      expect(splitCommand(joinCommand(words))).toEqual({ words })
    }),
  )
})

test.each([
  ['host_port: 80 is the machine’s own', 'host_port', true],
  ['host_port needs port', 'port', false],
  ['domains.0 has characters that are not allowed', 'domains', true],
  ['resources.memory: "lots" is not a size', 'resources.memory', true],
  ['labels: "x" is ours', 'label', false],
])('the server’s "%s" is shown at %s: %s', (message, field, isShown) => {
  expect(fieldError(new ApiFailure(400, message), field) !== undefined).toBe(isShown)
  expect(fieldError(new Error(message), field)).toBeUndefined()
})

test('the save bar says when each change acts', () => {
  expect(effectWords(['replicas', 'port', 'hooks'])).toBe(
    'At once: replicas. With the next deploy: hooks. With the next deploy or restart: port.',
  )
})

test('durations are seconds in the form, and stay as they were written', () => {
  expect(['500ms', '5s', '2m', undefined].map(secondsOf)).toEqual(['0.5', '5', '120', ''])
  expect(durationOf('120', '2m')).toBe('2m')
  expect(durationOf('7', '2m')).toBe('7s')
  expect(durationOf('', '2m')).toBeUndefined()
})

test('the state of an app says what is under way', () => {
  expect(appState(app)).toMatchObject({ tone: 'ok', word: 'Serving', isMoving: false })
  expect(appState({ ...app, deploy_in_progress_id: 'dep_1' })).toMatchObject({ tone: 'working', word: 'Deploying' })
  expect(appState({ ...app, suspended: true })).toMatchObject({ word: 'Stopping' })
  expect(appState({ ...app, conditions: [] })).toMatchObject({ tone: 'unknown' })
  expect(readyReplicas(app)).toBe('2 of 2')
})

test.each([
  [40, '40 ms'],
  [12_340, '12.3 s'],
  [125_000, '2 min 05 s'],
  [-5, '0 ms'],
])('%d ms are %s', (ms, words) => {
  expect(spanWords(ms)).toBe(words)
})

test('the filter of the apps keeps what it understands of an address', () => {
  expect(appFilter({ search: 'we', sort: '-name', page: 2 })).toEqual({ search: 'we', sort: '-name' })
  expect(appFilter({ search: '', sort: 'name' })).toEqual({})
  expect(appFilter({ sort: 'sideways', state: 'odd' })).toEqual({})
  expect(appFilter({ state: 'failing', sort: 'state' })).toEqual({ state: 'failing', sort: 'state' })
  expect(askedOf({ state: 'failing', sort: 'state', search: 'a' })).toEqual({ search: 'a' })
})

test('apps are kept by state and sorted by what needs a look', () => {
  const ready = (name: string, status: 'true' | 'false', reason: string): App => ({
    ...app,
    name,
    conditions: [{ type: 'Ready', status, reason, message: '', since: '2026-01-01T00:00:00Z' }],
  })
  const apps = [ready('well', 'true', 'Serving'), ready('ill', 'false', 'CrashLoopBackOff')]
  expect(chosenApps(apps, { state: 'failing' }).map(({ name }) => name)).toEqual(['ill'])
  expect(chosenApps(apps, { sort: 'state' }).map(({ name }) => name)).toEqual(['ill', 'well'])
})

test.each([
  ['127.0.0.1', { text: 'web.localhost:8081', url: 'http://web.localhost:8081/' }],
  ['levelrail.example.com', { text: 'port 8081 of the machine' }],
])('a published port is linked from %s only by a name of its own', (host, expected) => {
  const [address] = appAddresses({ ...app, host_port: 8081 }, [], [], host)
  expect(address).toMatchObject(expected)
  expect(address?.url ?? '').not.toContain(host)
})

test.each([
  [
    '127.0.0.1',
    [
      ['shop.example', 'http://shop.example/'],
      ['web.localhost:8000', 'http://web.localhost:8000/'],
    ],
  ],
  ['levelrail.example', [['shop.example', 'http://shop.example/']]],
  ['shop.example', [['shop.example', undefined]]],
])(
  'what the ingress serves is linked from %s where it leads to the app and takes no session along',
  (host, expected) => {
    const served = { app: 'web', state: 'serving' as const, tls_owner: null }
    const domains = [
      { ...served, domain: 'web.localhost', is_own_name: true, url: 'http://web.localhost:8000/' },
      { ...served, domain: 'shop.example', is_own_name: false, url: 'http://shop.example/' },
      {
        ...served,
        domain: 'idle.example',
        is_own_name: false,
        url: 'http://idle.example/',
        state: 'shadowed' as const,
      },
    ]
    expect(appAddresses(app, [], domains, host).map(({ text, url }) => [text, url])).toEqual(expected)
  },
)

test('away from the machine an app without a domain has its own name and no link', () => {
  const own = { domain: 'web.localhost', is_own_name: true, url: 'http://web.localhost/' }
  const domains = [{ ...own, app: 'web', state: 'serving' as const, tls_owner: null }]
  expect(appAddresses(app, [], domains, 'levelrail.example')).toEqual([
    { text: 'web.localhost', note: expect.stringContaining('Opens on the machine itself alone') },
  ])
})
