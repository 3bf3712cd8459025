import { expect, test } from 'vitest'
import { folderEntries } from './proxy-files.ts'

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
