// The second factor and its recovery codes. Spec 5.
import { describe, expect, test } from 'vitest'
import { codeNow, fromBase32 } from '../../src/lib/totp.ts'
import { type Api, type As, admin, startWithAdmin } from '../support/api.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { storeKinds } from '../support/stores.ts'

const { email, password } = admin

async function turnOn(api: Api & { admin: As }, clock: FakeClock) {
  const { body: setup } = await api.call('twoFactorSetup', {}, api.admin)
  const code = () => codeNow(fromBase32(setup.secret), clock.now())
  const confirmed = await api.call('twoFactorConfirm', { body: { code: code() } }, api.admin)
  expect(confirmed.status).toBe(200)
  await clock.advance(30_000)
  return { code, recovery: confirmed.body.recovery_codes, setup }
}

async function challenge(api: Api): Promise<string> {
  const { body, session } = await api.call('login', { body: { email, password } })
  expect(session).toBe('')
  if (!('mfa_token' in body)) throw new Error('no second factor asked for')
  return body.mfa_token
}

describe.each(storeKinds)('on %s', (kind) => {
  test('with the second factor on, the password alone opens nothing', async () => {
    const clock = new FakeClock()
    const api = await startWithAdmin(kind, {}, { clock })
    const { code, setup } = await turnOn(api, clock)
    expect(setup.provisioning_uri).toContain(`secret=${setup.secret}`)
    const mfa_token = await challenge(api)
    expect((await api.call('sessionView', {}, { token: mfa_token })).status).toBe(401)
    expect((await api.call('sessionView', {}, { session: mfa_token })).status).toBe(401)
    const done = await api.call('loginVerify', { body: { mfa_token, code: code() } })
    expect(done.status).toBe(200)
    expect((await api.call('sessionView', {}, done)).body.user.two_factor).toBe(true)
  })

  test('a code works once, and so does the sign-in it ends', async () => {
    const clock = new FakeClock()
    const api = await startWithAdmin(kind, {}, { clock })
    const { code } = await turnOn(api, clock)
    const used = code()
    const mfa_token = await challenge(api)
    expect((await api.call('loginVerify', { body: { mfa_token, code: used } })).status).toBe(200)
    expect((await api.call('loginVerify', { body: { mfa_token, code: used } })).status).toBe(401)
    expect((await api.call('loginVerify', { body: { mfa_token: await challenge(api), code: used } })).error).toContain(
      'used already',
    )
  })

  test('of two right codes at once one signs in', async () => {
    const clock = new FakeClock()
    const api = await startWithAdmin(kind, {}, { clock })
    const { code } = await turnOn(api, clock)
    const mfa_token = await challenge(api)
    const both = await Promise.all([1, 2].map(() => api.call('loginVerify', { body: { mfa_token, code: code() } })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('each recovery code opens once', async () => {
    const clock = new FakeClock()
    const api = await startWithAdmin(kind, {}, { clock })
    const { recovery } = await turnOn(api, clock)
    expect(recovery).toHaveLength(10)
    const code = recovery[0]?.toUpperCase().replaceAll('-', ' ') ?? ''
    expect((await api.call('loginVerify', { body: { mfa_token: await challenge(api), code } })).status).toBe(200)
    expect((await api.call('loginVerify', { body: { mfa_token: await challenge(api), code } })).status).toBe(401)
    expect((await api.call('twoFactorView', {}, api.admin)).body).toEqual({
      enabled: true,
      recovery_codes_remaining: 9,
    })
  })

  test('new recovery codes put the old ones out of use', async () => {
    const clock = new FakeClock()
    const api = await startWithAdmin(kind, {}, { clock })
    const { code, recovery } = await turnOn(api, clock)
    const renewed = await api.call('recoveryCodesRenew', { body: { code: code() } }, api.admin)
    expect(renewed.body.recovery_codes).toHaveLength(10)
    expect(
      (await api.call('loginVerify', { body: { mfa_token: await challenge(api), code: recovery[1] ?? '' } })).status,
    ).toBe(401)
  })

  test('turning it off needs a code, and then the password is enough', async () => {
    const clock = new FakeClock()
    const api = await startWithAdmin(kind, {}, { clock })
    const { code } = await turnOn(api, clock)
    expect((await api.call('twoFactorDisable', { body: { code: '000000' } }, api.admin)).status).toBe(400)
    expect((await api.call('twoFactorDisable', { body: { code: code() } }, api.admin)).status).toBe(204)
    expect((await api.call('login', { body: { email, password } })).body).toMatchObject({ email })
    expect((await api.call('twoFactorDisable', { body: { code: '000000' } }, api.admin)).status).toBe(409)
  })
})

test('a sign-in allows five codes and five minutes', async () => {
  const clock = new FakeClock()
  const api = await startWithAdmin('sqlite', {}, { clock })
  const { code } = await turnOn(api, clock)
  const guessed = await challenge(api)
  for (let n = 0; n < 5; n++) {
    await api.call('loginVerify', { body: { mfa_token: guessed, code: '000000' } })
    await clock.advance(60_000 + 1)
  }
  const late = await api.call('loginVerify', { body: { mfa_token: guessed, code: code() } })
  expect([late.status, late.error]).toEqual([401, 'this sign-in is over: begin again with your password'])
})

test('the stored secret is sealed', async () => {
  const clock = new FakeClock()
  const api = await startWithAdmin('sqlite', {}, { clock })
  const { setup } = await turnOn(api, clock)
  const row = await api.ctx.db.selectFrom('users').select('totp_sealed').executeTakeFirstOrThrow()
  expect(row.totp_sealed).toMatch(/^v1\./)
  expect(row.totp_sealed).not.toContain(setup.secret)
})

test('without a master key the routes that need one answer 501', async () => {
  const api = await startWithAdmin('sqlite', { APP_MASTER_KEY: '' })
  const answers = [
    await api.call('twoFactorSetup', {}, api.admin),
    await api.call('twoFactorConfirm', { body: { code: '123456' } }, api.admin),
    await api.call('recoveryCodesRenew', { body: { code: '123456' } }, api.admin),
    await api.call('signingKeyRotate', {}, api.admin),
  ]
  for (const { status, error } of answers) {
    expect(status).toBe(501)
    expect(error).toContain('needs a master key: set APP_MASTER_KEY or APP_MASTER_KEY_FILE and restart')
  }
})
