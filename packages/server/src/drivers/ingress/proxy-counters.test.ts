import { expect, test } from 'vitest'
import { readCounterTable, readHolds, readIsFinished, readWorkerName, routesByApp } from './proxy-counters.ts'
import { counterNames, identifierPattern, routeSegments } from './request-counters.ts'

const gpc = (values: Record<number, number>) =>
  Array.from({ length: 20 }, (_, at) => `gpc${at}=${values[at] ?? 0}`).join(' ')

test('a table is read by its keys, whatever they hold', () => {
  const answer = [
    '# table: counters/routes, type: string, size:20480, used:3',
    `0x7f4788498060: key=web|/a use=0 exp=86399925 shard=0 ${gpc({ 2: 3, 7: 4294967295, 19: 1 })}`,
    `0x7f47896aa760: key=web|/a\\=b/c%20d/x;y use=1 exp=1 shard=0 ${gpc({ 1: 1 })}`,
    `0x7f47896aa761: key=web|/\\ \\\\\\x7f use=0 exp=1 shard=0 ${gpc({})}`,
    '',
  ].join('\n')
  const table = readCounterTable(answer)
  expect([...(table?.keys() ?? [])]).toEqual(['web|/a', 'web|/a=b/c%20d/x;y', 'web|/ \\\u007f'])
  const counters = table?.get('web|/a') ?? []
  expect(Object.fromEntries(counterNames.map((name, at) => [name, counters[at]]))).toMatchObject({
    http_1xx: 0,
    http_2xx: 3,
    http_duration_ms: 4294967295,
    http_bucket_5: 0,
    http_bucket_inf: 1,
  })
})

test('quick answers are in their class and in their bucket, also past the end of a counter', () => {
  const table = readCounterTable(
    `# table: t\n0x1: key=web use=0 exp=1 shard=0 ${gpc({ 0: 4, 2: 4294967295, 8: 1, 9: 2 })}`,
  )
  const counters = table?.get('web') ?? []
  expect(Object.fromEntries(counterNames.map((name, at) => [name, counters[at]]))).toMatchObject({
    http_2xx: 3,
    http_bucket_5: 5,
    http_bucket_10: 2,
  })
})

test('routes are told by their apps', () => {
  const routes = new Map(['/a|b|web', '|web'].map((key) => [key, []]))
  expect([...routesByApp(routes).keys()]).toEqual(['web|/a|b', 'web|'])
})

test('an empty table is a table, and the answer of a process that is gone is none', () => {
  expect(readCounterTable('# table: counters/apps, type: string, size:10240, used:0')?.size).toBe(0)
  expect(readCounterTable("Can't find the target PID matching the prefix '@!9'")).toBeUndefined()
  expect(readCounterTable('No such table')).toBeUndefined()
})

test('a process is known by its name, and finished when it stops and nothing is under way', () => {
  expect(readWorkerName('proc.worker: type=str value=<30273ebb-374c-486a-a03e-afaf6557edf7>')).toBe(
    '30273ebb-374c-486a-a03e-afaf6557edf7',
  )
  expect(readWorkerName('Variable not found.')).toBeUndefined()
  expect(readWorkerName("Can't find the target PID matching the prefix '@!9'")).toBeUndefined()
  expect(() => readWorkerName('')).toThrow('did not tell which process')
  expect(readIsFinished('Pid: 9\nCurrConns: 0\nStopping: 1\n')).toBe(true)
  expect(readIsFinished('Pid: 9\nCurrConns: 1\nStopping: 1\n')).toBe(false)
  expect(readIsFinished('Pid: 9\nCurrConns: 0\nStopping: 0\n')).toBe(false)
  expect(readIsFinished("Can't find the target PID")).toBe(false)
})

test('what holds a process is told from clients and from the question itself', () => {
  const answer = `0x7f01: proto=unix_stream src=unix:2 fe=GLOBAL be=<NONE> srv=<none> ts=00
0x7f02: proto=sockpair src=unix:1 fe=GLOBAL be=<NONE> srv=<none> ts=00
0x7f03: proto=tcpv4 src=127.0.0.1:5 fe=in be=b1 srv=r1 ts=00`
  expect(readHolds(answer)).toEqual(['0x7f01'])
})

test.each([
  ['/', ''],
  ['/users/42/orders', '/users/:id/orders'],
  ['/users/42/orders/7', '/users/:id/orders'],
  ['/1/2/3', '/:id/:id/:id'],
  ['/facade/feedface/deadbeef', '/facade/feedface/deadbeef'],
  ['/deadbeef-cafe/accede', '/deadbeef-cafe/accede'],
  ['/commit/deadbee5', '/commit/:id'],
  ['/commit/9fceb02d0ae598e95dc970b74767f19372d61af8', '/commit/:id'],
  ['/o/30273ebb-374c-486a-a03e-afaf6557edf7/x', '/o/:id/x'],
  ['/t/V1StGXR8_Z5jdHi6B-myT', '/t/:id'],
  ['/customers/cus_9s6XKzkNRiz8i3', '/customers/:id'],
  ['/t/abcdefghijklmnopqrstuvwxyz', '/t/:id'],
  ['/api/v1/internationalization', '/api/v1/internationalization'],
  ['/api/v2', '/api/v2'],
  ['/static/', '/static'],
])('the template of %s is %s', (path, template) => {
  const firstSegments = path
    .split('/')
    .slice(0, routeSegments + 1)
    .join('/')
  expect(firstSegments.replaceAll(new RegExp(identifierPattern, 'g'), '/:id').replace(/\/+$/, '')).toBe(template)
})
