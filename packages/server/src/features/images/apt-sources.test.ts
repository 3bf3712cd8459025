import { expect, test } from 'vitest'
import { chooseMirror, parseAptSources, preferences, sourceLines } from './apt-sources.ts'

const deb822 = `
Types: deb deb-src
# a comment inside the stanza
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/archive.gpg

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main
Signed-By: /usr/share/keyrings/archive.gpg

Enabled: no
Types: deb
URIs: http://off.example/debian
Suites: bookworm
Components: main
`

const oneLine = `
# deb http://comment.example/debian bookworm main
deb cdrom:[Debian 12]/ bookworm main
deb [arch=amd64] https://vendor.example/apt stable vendor
deb-src http://mirror.example/debian bookworm main
deb [ arch=amd64 signed-by=/etc/keys/a.asc ] http://mirror.example/debian bookworm main # ours
deb http://mirror.example/debian-security bookworm-security main
`

test('deb822 sources give their mirror, keyring and security archive', () => {
  const mirror = chooseMirror(parseAptSources([{ path: 'debian.sources', text: deb822 }]), 'bookworm')
  expect(mirror).toEqual({
    archive: {
      uri: 'http://mirror.example/debian',
      suites: ['bookworm', 'bookworm-updates'],
      components: ['main', 'contrib'],
      signedBy: '/usr/share/keyrings/archive.gpg',
    },
    security: {
      uri: 'http://mirror.example/debian-security',
      suites: ['bookworm-security'],
      components: ['main'],
      signedBy: '/usr/share/keyrings/archive.gpg',
    },
  })
})

test('one-line sources do too; comments, CDs, source packages and vendors are passed over', () => {
  const mirror = chooseMirror(parseAptSources([{ path: 'sources.list', text: oneLine }]), 'bookworm')
  expect(mirror?.archive).toMatchObject({ uri: 'http://mirror.example/debian', signedBy: '/etc/keys/a.asc' })
  expect(mirror?.security).toMatchObject({ uri: 'http://mirror.example/debian-security' })
  expect(mirror?.security).not.toHaveProperty('signedBy')
})

test('another suite comes from the same mirror, with security updates where the suite has them', () => {
  const mirror = chooseMirror(parseAptSources([{ path: 'debian.sources', text: deb822 }]), 'bookworm')
  if (mirror === undefined) throw new Error('no mirror')
  expect(sourceLines(mirror, 'trixie')).toEqual([
    'deb [signed-by=/usr/share/keyrings/archive.gpg] http://mirror.example/debian trixie main',
    'deb [signed-by=/usr/share/keyrings/archive.gpg] http://mirror.example/debian-security trixie-security main',
  ])
  expect(sourceLines(mirror, 'sid')).toHaveLength(1)
})

test('experimental comes with sid, which it stands on', () => {
  const mirror = { archive: { uri: 'http://mirror.example/debian', suites: ['bookworm'], components: ['main'] } }
  expect(sourceLines(mirror, 'experimental')).toEqual([
    'deb http://mirror.example/debian sid main',
    'deb http://mirror.example/debian experimental main',
  ])
})

test('what experimental may give stands on a level with sid, and not above it', () => {
  expect(preferences({ haproxy: '3.4.*', socat: '2.*' })).toBe(
    'Package: haproxy\nPin: version 3.4.*\nPin-Priority: 500\n\nPackage: socat\nPin: version 2.*\nPin-Priority: 500\n',
  )
  expect(preferences({})).toBe('')
})

test('a key written into the file itself is not taken for a path', () => {
  const text =
    'Types: deb\nURIs: http://m.example/d\nSuites: bookworm\nComponents: main\nSigned-By:\n -----BEGIN\n .\n x\n'
  expect(parseAptSources([{ path: 'a.sources', text }])).toEqual([
    { uri: 'http://m.example/d', suites: ['bookworm'], components: ['main'] },
  ])
})

test('no source of this release means no mirror, and other files are not sources', () => {
  const text = 'deb http://mirror.example/debian bookworm main'
  expect(parseAptSources([{ path: 'a.list.disabled', text }])).toEqual([])
  expect(chooseMirror(parseAptSources([{ path: 'a.list', text }]), 'noble')).toBeUndefined()
})
