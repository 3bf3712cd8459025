import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { type TarEntry, tarOf } from '../../lib/tar.ts'
import { ProxyShell, shellIn } from './proxy-shell.ts'

test('the proxy starts from a folder only when all of it is there, also by the tar of this system', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'levelrail-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const signal = AbortSignal.timeout(20_000)
  const open = () => {
    const [program = '', ...rest] = shellIn(folder, join(folder, 'worker.sock'))
    const child = spawn(program, rest, { stdio: ['pipe', 'pipe', 'ignore'] })
    onTestFinished(() => void child.kill())
    return new ProxyShell(Duplex.from({ readable: child.stdout, writable: child.stdin }))
  }
  const path = (name: string) => join(folder, name).slice(1)
  const link = (target: string): TarEntry => ({ type: 'link', path: path('next'), target })
  const pack = (...entries: TarEntry[]) => tarOf(entries, new Date(0))
  const first = pack(
    { type: 'folder', path: path('files/a/') },
    { type: 'file', path: path('files/a/x'), content: 'one' },
    link('files/a'),
  )
  let shell = open()
  await shell.write(first, 'alone', 'files/a', signal)
  const lacking = pack(
    { type: 'folder', path: path('files/b/') },
    { type: 'hard-link', path: path('files/b/lost'), target: path('files/a/lost') },
    { type: 'hard-link', path: path('files/b/x'), target: path('files/a/x') },
    link('files/b'),
  )
  await expect(shell.write(lacking, 'alone', 'files/b', signal)).rejects.toMatchObject({ kind: 'failed' })
  expect(shell.isOpen).toBe(false)
  expect(readlinkSync(join(folder, 'current'))).toBe('files/a')

  // What is cut off where a file ends looks whole to some.
  shell = open()
  const cut = pack({ type: 'folder', path: path('files/c/') }, link('files/c')).subarray(0, 512)
  await expect(shell.write(cut, 'alone', 'files/c', signal)).rejects.toMatchObject({ kind: 'failed' })
  expect(readlinkSync(join(folder, 'current'))).toBe('files/a')

  shell = open()
  const second = pack(
    { type: 'folder', path: path('files/b/') },
    { type: 'file', path: path('files/b/lost'), content: 'two' },
    { type: 'hard-link', path: path('files/b/x'), target: path('files/a/x') },
    link('files/b'),
  )
  await shell.write(second, 'beside', 'files/b', signal)
  expect(readlinkSync(join(folder, 'current'))).toBe('files/a')
  await shell.write(second, 'alone', 'files/b', signal)
  expect(readlinkSync(join(folder, 'current'))).toBe('files/b')
  // The next answer comes when what is done after the last one is done.
  await shell.write(pack(link('files/b')), 'current', 'files/b', signal)
  expect(readdirSync(join(folder, 'files'))).toEqual(['b'])
  expect(readdirSync(folder).toSorted()).toEqual(['current', 'files'])
  expect(['lost', 'x'].map((file) => readFileSync(join(folder, 'current', file), 'utf8'))).toEqual(['two', 'one'])
  shell.close()
})

test('what is told while something else is done waits for its turn, so that no answer is taken for another', async () => {
  const heard: string[] = []
  const stream = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      heard.push(String(chunk))
      done()
    },
  })
  const shell = new ProxyShell(stream)
  const signal = AbortSignal.timeout(20_000)
  const held = shell.hold(signal)
  let isWritten = false
  const written = shell.write(Buffer.from('archive'), 'current', 'files/a', signal).then(() => {
    isWritten = true
  })
  await expect.poll(() => heard).toEqual(['0 hold\n'])
  stream.push('done 0\n')
  await held
  await expect.poll(() => heard).toEqual(['0 hold\n', '7 current files/a\n', 'archive'])
  expect(isWritten).toBe(false)
  stream.push('done 0\n')
  await written
})
