import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  familiarReference,
  formatReference,
  type ImageReference,
  parseImageReference,
  sameRepository,
  withDigest,
} from './image-reference.ts'

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`

test.each([
  ['nginx', 'docker.io', 'library/nginx', 'latest', undefined],
  ['nginx:1.27', 'docker.io', 'library/nginx', '1.27', undefined],
  ['team/web', 'docker.io', 'team/web', 'latest', undefined],
  ['docker.io/nginx', 'docker.io', 'library/nginx', 'latest', undefined],
  ['index.docker.io/team/web:2', 'docker.io', 'team/web', '2', undefined],
  ['registry.test/web', 'registry.test', 'web', 'latest', undefined],
  ['registry.test:5000/team/web:v1.2_3-x', 'registry.test:5000', 'team/web', 'v1.2_3-x', undefined],
  ['localhost/web', 'localhost', 'web', 'latest', undefined],
  ['127.0.0.1:5000/web:9', '127.0.0.1:5000', 'web', '9', undefined],
  ['[::1]:5000/web', '[::1]:5000', 'web', 'latest', undefined],
  [`web@${digest}`, 'docker.io', 'library/web', undefined, digest],
  [`registry.test/web:1@${digest}`, 'registry.test', 'web', '1', digest],
  ['a__b/c.d/e--f', 'docker.io', 'a__b/c.d/e--f', 'latest', undefined],
  ['localhost:5000', 'docker.io', 'library/localhost', '5000', undefined],
])('%s is read', (text, registry, path, tag, ofDigest) => {
  expect(parseImageReference(text)).toEqual({ ok: true, value: { registry, path, tag, digest: ofDigest } })
})

test.each([
  ['', 'missing'],
  ['a'.repeat(256), 'at most 255'],
  ['https://registry.test/web', 'scheme'],
  ['team/Web', 'lower case'],
  ['my image', 'space'],
  ['web:', 'tag'],
  ['web:-1', 'tag'],
  [`web:${'x'.repeat(129)}`, 'tag'],
  ['team//web', 'empty part'],
  ['/web', 'empty part'],
  ['team/', 'empty part'],
  ['registry.test/', 'missing'],
  ['web-', '"web-"'],
  ['a..b/web', '"a..b"'],
  ['a___b', '"a___b"'],
  ['team/web@sha256:abc', 'digest'],
  [`web@${digest.toUpperCase().replace('SHA256', 'sha256')}`, 'digest'],
  ['web@', 'digest'],
  ['registry.test:99999/web', 'host'],
  ['-bad.test/web', 'host'],
  ['0123456789abcdef'.repeat(4), 'id of an image'],
])('%j is refused with a reason about %s', (text, reason) => {
  expect(parseImageReference(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) })
})

test('a reference is written in full, and as people write it', () => {
  expect(formatReference(read('nginx'))).toBe('docker.io/library/nginx:latest')
  expect(familiarReference(read('docker.io/library/nginx:1'))).toBe('nginx:1')
  expect(familiarReference(read('docker.io/library/team/web:1'))).toBe('library/team/web:1')
  expect(familiarReference(read('registry.test/library/nginx'))).toBe('registry.test/library/nginx:latest')
})

test('both ways of writing are read back as the same reference', () => {
  const part = fc.stringMatching(/^[a-z0-9]{1,8}([._-][a-z0-9]{1,8})?$/)
  const registry = fc.constantFrom('docker.io', 'registry.test', 'localhost:5000')
  const tag = fc.stringMatching(/^[a-z0-9_][A-Za-z0-9_.-]{0,20}$/)
  fc.assert(
    fc.property(
      registry,
      fc.array(part, { minLength: 1, maxLength: 4 }),
      tag,
      fc.boolean(),
      (host, parts, of, pinned) => {
        const reference = read(`${host}/${parts.join('/')}:${of}${pinned ? `@${digest}` : ''}`)
        expect(read(formatReference(reference))).toEqual(reference)
        // A familiar name whose first part looks like a host means that host, for engines too.
        if (host !== 'docker.io' || !parts[0]?.includes('.'))
          expect(read(familiarReference(reference))).toEqual(reference)
      },
    ),
  )
})

test('tags and digests do not make another repository, hosts and paths do', () => {
  expect(sameRepository(read('nginx:1'), read(`docker.io/library/nginx@${digest}`))).toBe(true)
  expect(sameRepository(read('nginx'), read('registry.test/library/nginx'))).toBe(false)
  expect(sameRepository(read('nginx'), read('team/nginx'))).toBe(false)
})

test('a pinned reference keeps its tag for people', () => {
  expect(familiarReference(withDigest(read('nginx:1'), digest))).toBe(`nginx:1@${digest}`)
  expect(() => withDigest(read('nginx:1'), 'sha256:no')).toThrow('not a digest')
})

function read(text: string): ImageReference {
  const parsed = parseImageReference(text)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.value
}
