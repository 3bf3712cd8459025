import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { type TarEntry, tarOf } from '../../lib/tar.ts'
import { FilePipe, folderEntries, unpackCommand } from './proxy-files.ts'

const before = { folder: 'files/a', files: { 'haproxy.cfg': 'one\n', 'routes.map': '', 'gone.html': 'x' } }
const home = 'run/levelrail-ingress'

test('what is the same is linked, what differs or is new is sent, and what is gone is not there', () => {
  const made = { folder: 'files/b', files: { 'haproxy.cfg': 'two\n', 'routes.map': '', 'new.html': 'x' } }
  expect(folderEntries(made, before)).toEqual([
    { type: 'folder', path: `${home}/files/b/` },
    { type: 'file', path: `${home}/files/b/haproxy.cfg`, content: 'two\n' },
    { type: 'hard-link', path: `${home}/files/b/routes.map`, target: `${home}/files/a/routes.map` },
    { type: 'file', path: `${home}/files/b/new.html`, content: 'x' },
  ])
})

test('where nothing is known all is sent, and into the folder that was just written nothing', () => {
  const types = folderEntries(before, undefined).map(({ type }) => type)
  expect(types).toEqual(['folder', 'file', 'file', 'file'])
  expect(folderEntries({ ...before }, before)).toEqual([])
})

test('the proxy starts from a folder only when all of it is there, also by the tar of this system', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'levelrail-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const signal = AbortSignal.timeout(20_000)
  const open = () => {
    const [program = '', ...rest] = unpackCommand.with(-1, folder)
    const child = spawn(program, rest, { stdio: ['pipe', 'pipe', 'ignore'] })
    onTestFinished(() => void child.kill())
    return new FilePipe(Duplex.from({ readable: child.stdout, writable: child.stdin }))
  }
  const path = (name: string) => join(folder, name).slice(1)
  const link = (target: string): TarEntry => ({ type: 'link', path: path('next'), target })
  const pack = (...entries: TarEntry[]) => tarOf(entries, new Date(0))
  const first = pack(
    { type: 'folder', path: path('files/a/') },
    { type: 'file', path: path('files/a/x'), content: 'one' },
    link('files/a'),
  )
  let pipe = open()
  await pipe.write(first, 'alone', 'files/a', signal)
  const lacking = pack(
    { type: 'folder', path: path('files/b/') },
    { type: 'hard-link', path: path('files/b/lost'), target: path('files/a/lost') },
    { type: 'hard-link', path: path('files/b/x'), target: path('files/a/x') },
    link('files/b'),
  )
  await expect(pipe.write(lacking, 'alone', 'files/b', signal)).rejects.toMatchObject({ kind: 'failed' })
  expect(pipe.isOpen).toBe(false)
  expect(readlinkSync(join(folder, 'current'))).toBe('files/a')

  // What is cut off where a file ends looks whole to some.
  pipe = open()
  const cut = pack({ type: 'folder', path: path('files/c/') }, link('files/c')).subarray(0, 512)
  await expect(pipe.write(cut, 'alone', 'files/c', signal)).rejects.toMatchObject({ kind: 'failed' })
  expect(readlinkSync(join(folder, 'current'))).toBe('files/a')

  pipe = open()
  const second = pack(
    { type: 'folder', path: path('files/b/') },
    { type: 'file', path: path('files/b/lost'), content: 'two' },
    { type: 'hard-link', path: path('files/b/x'), target: path('files/a/x') },
    link('files/b'),
  )
  await pipe.write(second, 'beside', 'files/b', signal)
  expect(readlinkSync(join(folder, 'current'))).toBe('files/a')
  await pipe.write(second, 'alone', 'files/b', signal)
  expect(readlinkSync(join(folder, 'current'))).toBe('files/b')
  // The next answer comes when what is done after the last one is done.
  await pipe.write(pack(link('files/b')), 'current', 'files/b', signal)
  expect(readdirSync(join(folder, 'files'))).toEqual(['b'])
  expect(readdirSync(folder).toSorted()).toEqual(['current', 'files'])
  expect(['lost', 'x'].map((file) => readFileSync(join(folder, 'current', file), 'utf8'))).toEqual(['two', 'one'])
  pipe.close()
})
