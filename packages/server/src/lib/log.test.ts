import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { Secret } from './secret.ts'

test('what has a telling name does not reach the log, however deep it lies', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.info({ password: 'hunter2', headers: { authorization: 'Bearer hunter2', cookie: 'a=hunter2' } }, 'request')
  log.info({ request: { body: { token: 'hunter2' } }, url: new Secret('hunter2') }, 'request')
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toContain('hunter2')
  expect(lines[0]).toContain('"msg":"request"')
})

test('lines below the level are not written', () => {
  const lines: string[] = []
  createLog('error', { write: (line) => void lines.push(line) }).info('quiet')
  expect(lines).toEqual([])
})
