import { expect, test } from 'vitest'
import { Metrics } from './metrics.ts'

test('counters and gauges print as Prometheus text', () => {
  const metrics = new Metrics()
  for (let n = 0; n < 2; n++)
    metrics.counter('requests_total', 'Requests.', { route: 'userList', status: '2xx' }).value++
  expect(metrics.print([{ name: 'up', help: 'Up.', value: 1 }])).toBe(
    '# HELP requests_total Requests.\n# TYPE requests_total counter\nrequests_total{route="userList",status="2xx"} 2\n' +
      '# HELP up Up.\n# TYPE up gauge\nup 1\n',
  )
})

test('a label cannot break out of its quotes', () => {
  const metrics = new Metrics()
  metrics.counter('x', 'X.', { a: 'b"} 1\nfake 2' }).value++
  expect(metrics.print([])).toContain('x{a="b_} 1_fake 2"} 1')
})
