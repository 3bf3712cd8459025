import { expect, test } from 'vitest'
import { Secret } from '../../lib/secret.ts'
import { assignSlots } from './backend-slots.ts'
import { CertificateShelf } from './certificate-shelf.ts'
import type { IngressPlan, Route, TlsPlan } from './ingress.ts'
import { readListed, readStored } from './proxy-certificates.ts'
import { render } from './render.ts'
import { routeValue } from './render-tls.ts'

const certificate = (name: string, hosts: string[]) => ({ name, hosts, open: () => new Secret('no certificate') })
const tls: TlsPlan = {
  listen: [
    { host: '0.0.0.0', port: 443 },
    { host: '::', port: 443 },
  ],
  fallback: certificate('f0', ['fallback.invalid']),
  certificates: [certificate('c1', ['a.test', '*.a.test']), certificate('c2', ['b.test'])],
}
const nothing = { trustedProxies: [], challenges: [], routes: [], apps: [] }
const plan: IngressPlan = { ...nothing, listen: [{ host: '0.0.0.0', port: 80 }], publicHttpsPort: 443, tls }
const filesOf = (of: IngressPlan) => render(of, assignSlots(undefined, []))

test('it listens with the fallback and the list, and the list says which hosts each is for', () => {
  const { files } = filesOf(plan)
  const folder = '/run/levelrail-ingress/certificates'
  const options = `ssl crt ${folder}/f0.pem crt-list certificates.list`
  const binds = (of: IngressPlan) =>
    filesOf(of)
      .files['haproxy.cfg']?.split('\n')
      .filter((line) => line.includes('  bind '))
  const withoutQuic = ['  bind 0.0.0.0:80', `  bind 0.0.0.0:443,:::443 v6only ${options} alpn h2,http/1.1`]
  expect(binds(plan)).toEqual([...withoutQuic, `  bind quic4@0.0.0.0:443,quic6@:::443 v6only ${options} alpn h3`])
  expect(files['haproxy.cfg']).toContain(`Alt-Svc 'h3=":443"; ma=3600' if { ssl_fc }`)
  // Where clients know another port, or another program has it.
  expect(binds({ ...plan, publicHttpsPort: 8443 })).toEqual(withoutQuic)
  expect(binds({ ...plan, tls: { ...tls, isWithoutQuic: true } })).toEqual(withoutQuic)
  expect(files['haproxy.cfg']).toContain('ssl-min-ver TLSv1.2')
  expect(files['certificates.list']).toBe(`${folder}/c1.pem a.test *.a.test\n${folder}/c2.pem b.test\n`)
})

test('certificates leave the structure as it is; the addresses and the fallback do not, and the addresses stand in it', () => {
  const { structure } = filesOf(plan)
  expect(structure).toMatch(/^[0-9a-f]{16} tls 0\.0\.0\.0:443 :::443 quic$/)
  expect(filesOf({ ...plan, tls: { ...tls, certificates: [] } }).structure).toBe(structure)
  expect(filesOf({ ...plan, tls: { ...tls, fallback: certificate('f1', []) } }).structure).not.toBe(structure)
  const { tls: _, ...without } = plan
  expect(filesOf(without).structure).toMatch(/^[0-9a-f]{16}$/)
})

const leading = { backend: 'b7', hasRules: false, canary: { backend: undefined, weight: undefined } }
const led = { canary: { backend: 'b8', weight: 20 } }

test.each<[string, Partial<Route>, object, string | undefined]>([
  ['a plain one', {}, { publicPort: 443 }, 'b7|web'],
  ['one of an app with rules', {}, { hasRules: true }, 'b7|web|R'],
  ['one that is sent to HTTPS', { isSentToHttps: true }, { publicPort: 443 }, 'b7|web|OS|||'],
  [
    'one that is sent to HTTPS at another port, for a while',
    { isSentToHttps: true, hstsSeconds: 60 },
    { publicPort: 8443, hasRules: true },
    'b7|web|ORSH|60||:8443',
  ],
  ['one that leads elsewhere', { redirectTo: 'a.test' }, {}, 'b7|web|OE||a.test|'],
  ['one of an app with a canary', {}, led, 'b7|web|ON||||20|b8|web|'],
  ['one of an app with a canary and rules', {}, { ...led, hasRules: true }, 'b7|web|ORN||||20|b8|web|R'],
  ['one of an app that is not there', {}, { backend: undefined }, undefined],
])('a route: %s', (_, more, how, value) => {
  const route = { host: 'x.test', path: '/', app: 'web', ...more }
  expect(routeValue(route, { ...leading, publicPort: undefined, ...how })).toBe(value)
})

test('what a process says of its certificates is read', () => {
  expect(readListed('# certificates.list\n/c/a.pem:1 a.test *.a.test\n/c/b.pem:12\n')).toEqual(
    new Set(['/c/a.pem', '/c/b.pem']),
  )
  expect(readListed("didn't find the specified filename")).toBeUndefined()
  expect(readStored('# transaction\n*/c/a.pem\n# filename\n/c/a.pem\n/c/b.pem\n')).toEqual(
    new Set(['/c/a.pem', '/c/b.pem']),
  )
})

test('what nobody could use is left out, told of once looked at, and never tried again', async () => {
  const shelf = new CertificateShelf()
  const { tls: usable, faults } = shelf.usable(tls)
  expect(usable.certificates).toEqual([])
  expect(faults.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^the certificate for a\.test, \*\.a\.test is refused: /),
    expect.stringMatching(/^the certificate for b\.test is refused: /),
  ])
  expect(shelf.refuseNamed(tls, 'unable to load /run/levelrail-ingress/certificates/c2.pem')).toBe(true)
  expect(shelf.refuseNamed(tls, 'line 3 is wrong')).toBe(false)
})

test('files are written once, and those of others and of earlier plans are found', async () => {
  const shelf = new CertificateShelf()
  const paths = (entries: { path: string; mode?: number }[]) => entries.map(({ path, mode }) => [path, mode])
  const folder = 'run/levelrail-ingress/certificates'
  expect(paths(shelf.missingFiles(tls))).toEqual(['f0', 'c1', 'c2'].map((name) => [`${folder}/${name}.pem`, 0o600]))
  shelf.noteWritten(tls)
  expect(shelf.missingFiles(tls)).toEqual([])
  const unused = (of: TlsPlan | undefined) => shelf.takeUnused(of, async () => ['old.pem', 'c1.pem', ''])
  expect(await unused({ ...tls, certificates: tls.certificates.slice(0, 1) })).toEqual([
    `/${folder}/c2.pem`,
    `/${folder}/old.pem`,
  ])
  expect(await unused(undefined)).toEqual([`/${folder}/f0.pem`, `/${folder}/c1.pem`])
})
