// The command line against a real control plane, told as stories: each goes on where the last one ended.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../../server/test/support/server.ts'
import { forget, type Person, person } from './support/levelrail.ts'
import { oneTimeCode } from './support/one-time-code.ts'

const email = 'ada@example.com'
const password = 'correct horse battery'

let server: Awaited<ReturnType<typeof startServer>>
let ada: Person
beforeAll(async () => {
  server = await startServer()
  ada = person(server.url)
})
afterAll(async () => {
  forget(ada)
  await server.stop()
})

const login = () => ada.run(['auth', 'login', '--email', email, '--password-stdin'], { stdin: `${password}\n` })

test('the first admin is made through the route table, with the body from stdin', async () => {
  const body = JSON.stringify({ token: server.setupToken, email, password, display_name: 'Ada Lovelace' })
  const { stdout, stderr, code } = await ada.run(['api', 'setupComplete', '--body-file', '-'], { stdin: body })
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  expect(JSON.parse(stdout)).toMatchObject({ email, role: 'admin' })
})

test('without a sign-in the API refuses, and the CLI says what to do', async () => {
  const { stdout, stderr, code } = await ada.run(['status'])
  expect({ stdout, code }).toEqual({ stdout: '', code: 4 })
  expect(stderr).toMatch(/^error: .+, sign in with: levelrail auth login\n$/)
})

test('signing in keeps the session in a file that only its owner can read', async () => {
  const { stdout, stderr, code } = await login()
  expect({ stdout, stderr, code }).toEqual({ stdout: '', stderr: `signed in at ${server.url} as ${email}\n`, code: 0 })
  expect(statSync(ada.credentialsFile).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(ada.credentialsFile)).mode & 0o777).toBe(0o700)
  const kept = JSON.parse(readFileSync(ada.credentialsFile, 'utf8'))
  expect(kept).toEqual({ api_url: server.url, session: expect.stringMatching(/\S{20,}/) })
})

test('whoami says who, what and where, and finds the server through the sign-in', async () => {
  const { stdout, code } = await ada.run(['auth', 'whoami'], { env: { APP_API_URL: '' } })
  expect(code).toBe(0)
  expect(stdout).toContain(`Ada Lovelace <${email}>, admin`)
  expect(stdout).toContain(`at: ${server.url}`)
})

test('--json prints exactly what the API answers', async () => {
  const { session } = JSON.parse(readFileSync(ada.credentialsFile, 'utf8'))
  const answer = await fetch(`${server.url}/api/v1/users`, { headers: { cookie: `session_token=${session}` } })
  const { stdout, stderr, code } = await ada.run(['users', 'list', '--json'])
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  expect(JSON.parse(stdout)).toEqual(await answer.json())
})

test('status tells conditions first, then facts, then loops', async () => {
  const { stdout, stderr, code } = await ada.run(['status'])
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  expect(stdout).toMatch(/^\S+ is (true|false|unknown) \(.+, since .+\): .+\n/)
  expect(stdout).toContain('Database sqlite, schema ')
  expect(stdout).toContain('Background work is run by this control plane')
  expect(stdout).toMatch(/^LOOP +EVERY/m)
})

test('a token goes alone to stdout, works for programs, and not for making more tokens', async () => {
  const made = await ada.run([
    'tokens',
    'create',
    '--name',
    'ci',
    '--ability',
    'read',
    '--app',
    'shop-*',
    '--expires-in-days',
    '1',
  ])
  expect(made.code).toBe(0)
  expect(made.stdout).toMatch(/^\S{20,}\n$/)
  expect(made.stderr).toContain('it may read on apps shop-*; no databases')
  const token = made.stdout.trim()
  const env = { APP_API_TOKEN: token }
  expect(await ada.run(['auth', 'whoami'], { env })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('by API token "ci"'),
  })
  const file = join(ada.home, 'token')
  writeFileSync(file, `${token}\n`)
  expect(await ada.run(['auth', 'whoami', '--json', '--token-file', file])).toMatchObject({ code: 0 })

  const refused = await ada.run(['tokens', 'list'], { env })
  expect(refused).toMatchObject({ code: 4, stdout: '' })
  expect(refused.stderr).toContain('only a signed-in person can')
  expect(refused.stderr).toContain('levelrail auth login')
  const viaApi = await ada.run(['api', 'tokenList'], { env })
  expect(viaApi).toMatchObject({ code: 4, stderr: refused.stderr })

  const listed = await ada.run(['tokens', 'list'])
  expect(listed.stdout).toMatch(/^ID +NAME +OWNER +ABILITIES .*\n\S+ +ci +\S+ +read /)
  expect(listed.stdout).not.toContain(token)
  const [id = ''] = listed.stdout.split('\n')[1]?.split(' ') ?? []
  expect(await ada.run(['tokens', 'revoke', id])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: `token ${id} is revoked\n`,
  })
  const late = await ada.run(['status'], { env })
  expect(late).toMatchObject({ code: 4, stderr: expect.stringContaining('the API token was refused') })
})

test('people are added, changed and removed by their e-mail address', async () => {
  const create = [
    'users',
    'create',
    '--email',
    'bob@example.com',
    '--name',
    'Bob',
    '--role',
    'viewer',
    '--password-stdin',
  ]
  const short = await ada.run(create, { stdin: 'short\n' })
  expect(short).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('password') })
  const made = await ada.run(create, { stdin: 'a long enough password\n' })
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\w-]+\n$/) })
  expect(await ada.run(create, { stdin: 'a long enough password\n' })).toMatchObject({ code: 4, stdout: '' })

  const changed = await ada.run([
    'users',
    'update',
    'bob@example.com',
    '--role',
    'operator',
    '--app',
    'shop-*',
    '--json',
  ])
  expect(JSON.parse(changed.stdout)).toMatchObject({ role: 'operator', policy: { apps: ['shop-*'], databases: [] } })
  const freed = await ada.run(['users', 'update', made.stdout.trim(), '--all-resources', '--json'])
  expect(JSON.parse(freed.stdout)).toMatchObject({ role: 'operator', policy: null })
  const set = await ada.run(['users', 'set-password', 'bob@example.com', '--password-stdin'], {
    stdin: 'another long password',
  })
  expect(set).toMatchObject({ code: 0, stdout: '' })
  expect(await ada.run(['users', 'list'])).toMatchObject({
    stdout: expect.stringMatching(/bob@example\.com +Bob +operator/),
  })

  expect(await ada.run(['users', 'remove', 'bob@example.com'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--yes'),
  })
  expect(await ada.run(['users', 'remove', 'bob@example.com', '--yes'])).toMatchObject({ code: 0, stdout: '' })
  expect(await ada.run(['users', 'remove', 'bob@example.com', '--yes'])).toMatchObject({ code: 4 })
})

test('the audit log shows what just happened, and no password', async () => {
  const { stdout, code } = await ada.run([
    'audit',
    '--actor',
    email,
    '--action',
    'userCreate',
    '--outcome',
    'ok',
    '--from',
    '1h',
  ])
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^WHEN +WHO +BY +ACTION +ON +STATUS +TIMES +FROM\n(now|\d+[sm] ago) +ada@example\.com +session +userCreate .*201/,
  )
  const all = await ada.run(['audit', '--all', '--json'])
  expect(all.stdout).not.toContain('a long enough password')
  expect(JSON.parse(all.stdout).length).toBeGreaterThan(5)
  const wrong = await ada.run(['audit', '--limit', '2', '--json'])
  expect(JSON.parse(wrong.stdout)).toHaveLength(2)
})

test('a route that answers text is printed as it is', async () => {
  expect(await ada.run(['api', 'healthView'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\w+\n$/) })
})

test('a wrong password is an API error, and the right one after it is taken', async () => {
  const { stdout, stderr, code } = await ada.run(['auth', 'login', '--email', email, '--password-stdin'], {
    stdin: 'wrong',
  })
  expect({ stdout, code }).toEqual({ stdout: '', code: 4 })
  expect(stderr).toContain('check what you typed')
  expect(await login()).toMatchObject({ code: 0, stdout: '' })
})

test('with a second factor the code is needed too', async () => {
  const { secret } = JSON.parse((await ada.run(['api', 'twoFactorSetup'])).stdout)
  const body = JSON.stringify({ code: oneTimeCode(secret) })
  const confirmed = await ada.run(['api', 'twoFactorConfirm', '--body-file', '-'], { stdin: body })
  expect(confirmed.code).toBe(0)
  const [recoveryCode = ''] = JSON.parse(confirmed.stdout).recovery_codes
  expect(await login()).toMatchObject({ code: 1, stderr: expect.stringContaining('--code') })
  const args = ['auth', 'login', '--email', email, '--password-stdin', '--code']
  expect(await ada.run([...args, '000000x'], { stdin: password })).toMatchObject({ code: 4 })
  expect(await ada.run([...args, recoveryCode], { stdin: password })).toMatchObject({ code: 0, stdout: '' })
})

test('signing out ends the session on the server and removes the file', async () => {
  const kept = readFileSync(ada.credentialsFile, 'utf8')
  const { session } = JSON.parse(kept)
  expect(await ada.run(['auth', 'logout'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: `signed out of ${server.url}\n`,
  })
  expect(() => statSync(ada.credentialsFile)).toThrow('ENOENT')
  const answer = await fetch(`${server.url}/api/v1/auth/session`, { headers: { cookie: `session_token=${session}` } })
  expect(answer.status).toBe(401)

  writeFileSync(ada.credentialsFile, kept)
  const late = await ada.run(['auth', 'whoami'])
  expect(late).toMatchObject({ code: 4, stderr: expect.stringContaining('your sign-in has ended') })
  expect(await ada.run(['auth', 'logout'])).toMatchObject({ code: 0 })
})
