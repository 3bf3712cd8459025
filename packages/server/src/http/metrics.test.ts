import { expect, test } from 'vitest'
import { Metrics } from './metrics.ts'

test('counters and gauges print as Prometheus text', () => {
  const metrics = new Metrics()
  metrics.add('requests_total', 'Requests.', { route: 'userList', status: '2xx' })
  metrics.add('requests_total', 'Requests.', { route: 'userList', status: '2xx' })
  expect(metrics.print([{ name: 'up', help: 'Up.', value: 1 }])).toBe(
    '# HELP requests_total Requests.\n# TYPE requests_total counter\nrequests_total{route="userList",status="2xx"} 2\n' +
      '# HELP up Up.\n# TYPE up gauge\nup 1\n',
  )
})

test('a label cannot break out of its quotes', () => {
  const metrics = new Metrics()
  metrics.add('x', 'X.', { a: 'b"} 1\nfake 2' })
  expect(metrics.print([])).toContain('x{a="b_} 1_fake 2"} 1')
})
