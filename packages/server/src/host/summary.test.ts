import { expect, test } from 'vitest'
import { browserUrl, describeSummary, parseListenAddress, parseSshConnection, type Summary } from './summary.ts'

const summary: Summary = {
  address: { host: '127.0.0.1', port: 8080 },
  setupToken: 'abc',
  ssh: undefined,
  readyMs: 1234,
  stopWith: 'npm run down',
  logFile: '.run/server.log',
}

test('the first start gives the one-time link', () => {
  expect(describeSummary(summary)).toBe(
    [
      'Levelrail is ready at http://127.0.0.1:8080 (1.2 s)',
      '  Set up (once)  http://127.0.0.1:8080/setup#token=abc',
      '  Logs           .run/server.log',
      '  Stop           npm run down',
    ].join('\n'),
  )
})

test('later starts give only the address', () => {
  expect(describeSummary({ ...summary, setupToken: undefined })).not.toContain('setup')
})

test('over ssh it gives the line that opens the dashboard from elsewhere', () => {
  const ssh = parseSshConnection('198.51.100.7 53122 203.0.113.5 22', 'root')
  expect(describeSummary({ ...summary, ssh })).toContain('ssh -L 8080:127.0.0.1:8080 root@203.0.113.5\n')
  const odd = parseSshConnection('198.51.100.7 53122 203.0.113.5 2222', 'ada')
  expect(describeSummary({ ...summary, ssh: odd })).toContain('ssh -p 2222 -L 8080:127.0.0.1:8080 ada@203.0.113.5\n')
  expect(parseSshConnection(undefined, 'root')).toBeUndefined()
})

test('an address for every interface is shown as one that can be dialled', () => {
  const url = (text: string) => browserUrl(parseListenAddress(text) ?? { host: 'bad', port: 0 })
  expect(url(':8080')).toBe('http://127.0.0.1:8080')
  expect(url('0.0.0.0:80')).toBe('http://127.0.0.1:80')
  expect(url('[::1]:8080')).toBe('http://[::1]:8080')
  expect(parseListenAddress('8080')).toBeUndefined()
})
