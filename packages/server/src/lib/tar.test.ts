import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type TarEntry, tarOf } from './tar.ts'

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

test('a hard link is the same file, and what is unpacked later takes its place and is not written into it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'levelrail-tar-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const unpack = (...entries: TarEntry[]) =>
    execFileSync('tar', ['-xf', '-', '-C', folder], { input: tarOf(entries, new Date(0)), stdio: 'pipe' })
  unpack(
    { type: 'folder', path: 'a/' },
    { type: 'file', path: 'a/x', content: 'one' },
    { type: 'folder', path: 'b/' },
    { type: 'hard-link', path: 'b/x', target: 'a/x' },
  )
  expect(statSync(join(folder, 'b/x')).ino).toBe(statSync(join(folder, 'a/x')).ino)
  unpack({ type: 'file', path: 'b/x', content: 'two' })
  expect(['a/x', 'b/x'].map((file) => readFileSync(join(folder, file), 'utf8'))).toEqual(['one', 'two'])
  expect(() => unpack({ type: 'hard-link', path: 'b/y', target: 'a/gone' })).toThrow()
})

test('a name that does not fit is refused', () => {
  expect(() => tarOf([{ type: 'folder', path: 'x'.repeat(101) }], new Date(0))).toThrow('too long')
})
