import { expect, test } from 'vitest'
import { assignSlots, slotNames } from './backend-slots.ts'
import type { IngressPlan } from './ingress.ts'
import { listenersIn } from './port-owner.ts'
import { changesFor } from './proxy-changes.ts'
import { faultIn, readMap, readServers, readSessions, readWorkers } from './proxy-state.ts'
import { checkPlan } from './proxy-words.ts'
import { mapEntries, render } from './render.ts'

const plan: IngressPlan = {
  listen: [
    { host: '0.0.0.0', port: 80 },
    { host: '::', port: 80 },
  ],
  trustedProxies: ['10.0.0.0/8'],
  challenges: [{ token: 'to-ken_1', answer: 'to-ken_1.thumb-print' }],
  routes: [
    { host: 'web.localhost', path: '/', app: 'web' },
    { host: 'example.test', path: '/api/', app: 'api' },
    { host: '*.example.test', path: '/', app: 'web' },
  ],
  apps: [
    {
      name: 'web',
      upstreams: [
        { name: 'web-1', address: '10.1.0.10', port: 8080, state: 'serving' },
        { name: 'web-0', address: '10.1.0.11', port: 8080, state: 'draining' },
      ],
    },
    { name: 'api', upstreams: [] },
  ],
}
const slots = assignSlots(undefined, ['web', 'api'])

test('the files of a plan', async () => {
  const { files } = render(plan, slots)
  const whole = Object.entries(files).map(([name, content]) => `==> ${name}\n${content.replaceAll('\r', '')}`)
  await expect(whole.join('\n')).toMatchFileSnapshot('render.golden.txt')
})

test('servers, routes and new apps leave the structure as it is; addresses to listen on do not', () => {
  const { structure, fingerprint } = render(plan, slots)
  const more: IngressPlan = {
    ...plan,
    routes: [],
    apps: [...plan.apps.map((app) => ({ ...app, upstreams: [] })), { name: 'new', upstreams: [] }],
  }
  const after = render(more, assignSlots(slots, ['web', 'api', 'new']))
  expect(after.structure).toBe(structure)
  expect(after.fingerprint).not.toBe(fingerprint)
  expect(render({ ...plan, listen: [{ host: '127.0.0.1', port: 80 }] }, slots).structure).not.toBe(structure)
})

test('an app keeps its backend, and a freed one is used again', () => {
  expect([...slots.byApp]).toEqual([
    ['api', 'b1'],
    ['web', 'b2'],
  ])
  const without = assignSlots(slots, ['web'])
  expect([...without.byApp]).toEqual([['web', 'b2']])
  expect(assignSlots(without, ['web', 'other']).byApp.get('other')).toBe('b1')
})

test('more backends are declared when none is left, and never fewer again', () => {
  const apps = Array.from({ length: 33 }, (_, at) => `app${at}`)
  const grown = assignSlots(slots, apps)
  expect(grown.count).toBe(64)
  expect(new Set(grown.byApp.values()).size).toBe(33)
  expect(assignSlots(grown, ['web']).count).toBe(64)
  expect(slotNames(2)).toEqual(['b1', 'b2'])
})

test('a canary gets its share of the routes of its app, and not of those to another port', () => {
  const apps = [
    { name: 'web', upstreams: [], canaryWeight: 20 },
    { name: 'web:9000', upstreams: [] },
    { name: 'web:canary', upstreams: [] },
  ]
  const routes = [...plan.routes.slice(0, 1), { host: 'b.test', path: '/', app: 'web', port: 9000 }]
  const ofCanary = assignSlots(
    undefined,
    apps.map(({ name }) => name),
  )
  expect([...mapEntries({ ...plan, apps, routes }, ofCanary)['routes.map']]).toEqual([
    ['web.localhost/', 'b1|web|ON||||20|b3|web|'],
    ['b.test/', 'b2|web'],
  ])
})

test('every key of the routes ends in a slash', () => {
  for (const key of mapEntries(plan, slots)['routes.map'].keys()) expect(key).toMatch(/\/$/)
})

const none = mapEntries({ ...plan, routes: [], apps: [] }, { count: 0, byApp: new Map() })

test('what is new comes before what goes', () => {
  const servers = [
    { backend: 'b2', name: 'web-0', address: '10.1.0.11', port: 8080, state: 'serving' as const },
    { backend: 'b2', name: 'old', address: '10.1.0.12', port: 8080, state: 'serving' as const },
  ]
  const there = { ...none, 'routes.map': new Map([['gone.test/', 'b2|web']]), 'backends.map': new Map([['web', 'b2']]) }
  expect(changesFor(plan, slots, { servers, maps: there })).toEqual([
    'add server b2/web-1 10.1.0.10:8080',
    'enable server b2/web-1',
    'add map backends.map api b1',
    'add map routes.map web.localhost/ b2|web',
    'add map routes.map example.test/api/ b1|api',
    'add map routes.map *.example.test/ b2|web',
    'del map routes.map gone.test/',
    'set server b2/web-0 state drain',
    'set server b2/old state maint',
    'del server b2/old',
  ])
})

test('answers to challenges come and go at run time, and words that the proxy would misread are refused', () => {
  const path = '/.well-known/acme-challenge'
  const there = { ...mapEntries(plan, slots), 'acme.map': new Map([[`${path}/old`, 'old.answer']]) }
  const servers = plan.apps.flatMap(({ upstreams }) => upstreams.map((upstream) => ({ ...upstream, backend: 'b2' })))
  expect(changesFor(plan, slots, { servers, maps: there })).toEqual([
    `add map acme.map ${path}/to-ken_1 to-ken_1.thumb-print`,
    `del map acme.map ${path}/old`,
  ])
  expect(render({ ...plan, challenges: [] }, slots).structure).toBe(render(plan, slots).structure)
  const odd = { ...plan, challenges: [{ token: 'a/../b', answer: 'c' }] }
  expect(() => checkPlan(odd)).toThrow('a/../b')
  expect(() => checkPlan({ ...plan, routes: [{ host: 'a.test', path: '/', app: 'Web' }] })).toThrow('Web')
})

test('nothing is said to a process that has it all', () => {
  const servers = [
    { backend: 'b2', name: 'web-1', address: '10.1.0.10', port: 8080, state: 'serving' as const },
    { backend: 'b2', name: 'web-0', address: '10.1.0.11', port: 8080, state: 'draining' as const },
  ]
  expect(changesFor(plan, slots, { servers, maps: mapEntries(plan, slots) })).toEqual([])
})

test('a server that was away serves again, at its new address', () => {
  const servers = [{ backend: 'b2', name: 'web-1', address: '10.1.0.99', port: 8080, state: 'away' as const }]
  expect(changesFor(plan, slots, { servers, maps: mapEntries(plan, slots) })).toEqual([
    'set server b2/web-1 addr 10.1.0.10 port 8080',
    'set server b2/web-1 state ready',
  ])
})

test('the answers of the proxy are read', () => {
  const workers = '#<PID>\n1  master  1 [failed: 0]\n# workers\n35  worker  0\n# old workers\n7  worker  1\n'
  expect(readWorkers(workers)).toEqual([
    { pid: 35, isCurrent: true },
    { pid: 7, isCurrent: false },
  ])
  const rest = '1 1 0 1 0 0 0 0 0 0 - 9 - 0 0 - - 0'
  const states = ['2 0', '2 8', '0 5'].map((state, at) => `3 b1 ${at} r${at} 127.0.0.1 ${state} ${rest}`)
  expect(readServers(`1\n# be_id be_name\n${states.join('\n')}\n`)).toEqual([
    { backend: 'b1', name: 'r0', address: '127.0.0.1', port: 9, state: 'serving' },
    { backend: 'b1', name: 'r1', address: '127.0.0.1', port: 9, state: 'draining' },
    { backend: 'b1', name: 'r2', address: '127.0.0.1', port: 9, state: 'away' },
  ])
  expect([...readMap('0x7fcd web.localhost/ b1\n0x7fce x/ y\n')]).toEqual([
    ['web.localhost/', 'b1'],
    ['x/', 'y'],
  ])
  expect([...readSessions('# pxname,svname,qcur,qmax,scur\nb1,r1,0,0,3\n')]).toEqual([['r1', 3]])
  const words = '[NOTICE] (1) : x\n[ALERT]    (1) : config : parsing [a.cfg:50] : wrong\n[ALERT] (1) : Error(s) found'
  expect(faultIn(words)).toBe('config : parsing [a.cfg:50] : wrong')
})

test('who listens on every interface, or on the same, is in the way', () => {
  const row = (local: string, inode: string) =>
    `0: ${local} 00000000:0000 0A 00000000:00000000 00:00000000 0 0 0 ${inode}`
  const tables = [
    row('00000000:0050', '11'),
    row('0100007F:0051', '12'),
    row('00000000000000000000000000000000:0052', '13'),
  ].join('\n')
  const inodes = (host: string, port: number) => listenersIn(tables, { host, port }, 'tcp')
  expect(inodes('127.0.0.9', 80)).toEqual(['11'])
  expect(inodes('0.0.0.0', 81)).toEqual(['12'])
  expect(inodes('127.0.0.1', 81)).toEqual(['12'])
  expect(inodes('127.0.0.2', 81)).toEqual([])
  expect(inodes('127.0.0.1', 82)).toEqual(['13'])
  expect(inodes('0.0.0.0', 83)).toEqual([])
})
