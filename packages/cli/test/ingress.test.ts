// The ingress on the command line, against a real control plane without an engine.
import { expect, test } from 'vitest'
import { withSignedIn } from './support/signed-in.ts'

const { ada, run, json } = withSignedIn()

test('settings of the ingress are shown and changed, and the key of the binding is typed, never an argument', async () => {
  expect((await run('ingress settings')).stdout).toMatch(/acme_enabled +false/)
  expect(await run('ingress settings --set acme_enabled=true')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('acme_email'),
  })
  expect(await run('ingress settings --set acme_enabled=maybe')).toMatchObject({ code: 2 })
  expect(await run('ingress settings --set colour=red')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('primary_domain'),
  })
  const set = ['ingress', 'settings', '--set', 'acme_eab_key_id=kid', '--eab-key-stdin']
  const bound = await ada().run(set, { stdin: 'aGVsbG8tdGhlcmU\n' })
  expect(bound).toMatchObject({ code: 0, stdout: expect.stringContaining('kid (its key is kept)') })
  expect(`${bound.stdout}${bound.stderr}`).not.toContain('aGVsbG8tdGhlcmU')
  await run('ingress settings --set public_addresses=192.0.2.1 --set public_https_port=8443')
  expect(await json('ingress settings')).toMatchObject({ public_addresses: ['192.0.2.1'], public_https_port: 8443 })
})

test('a domain that no app has needs an app, and one without an address tells the record to create', async () => {
  expect(await run('domains check nowhere.invalid')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--app NAME'),
  })
  expect(await run('domains check')).toMatchObject({ code: 4, stderr: expect.stringContaining('primary_domain') })
  await run('apps create web --image levelrail/test-app:1 --no-deploy --domain nowhere.invalid')
  const checked = await run('domains check nowhere.invalid')
  expect(checked.code).toBe(4)
  expect(checked.stdout).toMatch(/Create +nowhere\.invalid 300 A 192\.0\.2\.1/)
})

test('a certificate that does not come by ACME is not ordered', async () => {
  expect(await run('certs renew nowhere.invalid')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('no certificate by ACME for nowhere.invalid'),
  })
})

test('requests of an app are told for a span, next to the one before', async () => {
  await run('apps create quiet --image levelrail/test-app:1 --no-deploy')
  expect((await run('apps requests quiet')).stdout).toMatch(/^FIGURE +NOW +BEFORE\nrequests +0 +0\n(.*\n)*p99 +- +-\n$/)
  expect(await json('apps requests quiet --last 7d')).toMatchObject({
    summary: { count: 0 },
    previous_summary: { count: 0 },
  })
  expect(await run('apps requests quiet --last often')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('write 15m, 6h or 7d'),
  })
  expect(await run('apps requests nobody')).toMatchObject({ code: 4, stderr: expect.stringContaining('nobody') })
})
