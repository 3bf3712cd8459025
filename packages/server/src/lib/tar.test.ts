import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tarOf } from './tar.ts'

test('the system reads what was packed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'levelrail-tar-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const long = 'é'.repeat(1000)
  const archive = tarOf(
    [
      { type: 'folder', path: 'conf/' },
      { type: 'file', path: 'conf/a.cfg', content: 'hello\n', mode: 0o600 },
      { type: 'file', path: 'conf/empty', content: '' },
      { type: 'file', path: 'conf/long', content: long },
      { type: 'link', path: 'current', target: 'conf' },
    ],
    new Date('2026-01-02T03:04:05Z'),
  )
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: archive })
  expect(readFileSync(join(folder, 'current/a.cfg'), 'utf8')).toBe('hello\n')
  expect(readFileSync(join(folder, 'conf/long'), 'utf8')).toBe(long)
  expect(readFileSync(join(folder, 'conf/empty'), 'utf8')).toBe('')
  expect(readlinkSync(join(folder, 'current'))).toBe('conf')
  const { mode, mtime } = statSync(join(folder, 'conf/a.cfg'))
  expect([mode & 0o777, mtime.toISOString()]).toEqual([0o600, '2026-01-02T03:04:05.000Z'])
})

test('a name that does not fit is refused', () => {
  expect(() => tarOf([{ type: 'folder', path: 'x'.repeat(101) }], new Date(0))).toThrow('too long')
})
