// What a person or a script sees when something goes wrong, with servers that misbehave on purpose.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { answering, forget, person } from './support/levelrail.ts'

const nobodyHome = 'http://127.0.0.1:2'

function somebody(apiUrl: string) {
  const one = person(apiUrl)
  onTestFinished(() => forget(one))
  return one
}

test('an unreachable server ends with 3 and says where it looked', async () => {
  const { stdout, stderr, code } = await somebody(nobodyHome).run(['status'])
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 })
  expect(stderr).toMatch(/^error: cannot reach http:\/\/127\.0\.0\.1:2: connect ECONNREFUSED.+--api-url/)
})

test('with --json the error is one JSON object on stderr', async () => {
  const { stdout, stderr, code } = await somebody(nobodyHome).run(['status', '--json'])
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 })
  expect(JSON.parse(stderr)).toMatchObject({ error: expect.stringContaining('cannot reach') })
})

test('a server that never answers ends with 3 when the time is up', async () => {
  const url = await answering(() => undefined)
  const { stderr, code } = await somebody(url).run(['status', '--timeout', '200ms'])
  expect(code).toBe(3)
  expect(stderr).toContain('no answer within 0.2 s')
})

test('an answer that is cut off ends with 3', async () => {
  const url = await answering((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 }).write('{"version":')
    setTimeout(() => response.destroy(), 50)
  })
  const { stdout, stderr, code } = await somebody(url).run(['status'])
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 })
  expect(stderr).toContain('cannot reach')
})

test('Ctrl-C ends with 130 and leaves stdout empty', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const url = await answering(() => resolve())
  const ending = somebody(url).run(['status'], {
    during: (child) => {
      void asked.then(() => child.kill('SIGINT'))
    },
  })
  expect(await ending).toMatchObject({ stdout: '', code: 130 })
})

test('something else than Levelrail at the address is recognised', async () => {
  const page = await answering((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>')
  })
  const elsewhere = await answering((_, response) => {
    response.writeHead(302, { location: 'https://example.com/' }).end()
  })
  const one = somebody(page)
  expect(await one.run(['status'])).toMatchObject({ code: 3, stderr: expect.stringContaining('a web page answered') })
  expect(await one.run(['status', '--api-url', elsewhere])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('redirects to https://example.com/'),
  })
})

test('a proxy that answers for a dead server is an API error', async () => {
  const url = await answering((_, response) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
  })
  expect(await somebody(url).run(['status'])).toMatchObject({ code: 4, stderr: 'error: HTTP 502\n' })
})

test('text from the server cannot steer the terminal', async () => {
  const url = await answering((_, response) => {
    response.writeHead(409, { 'content-type': 'application/json' }).end('{"error":"no\\u001b[2J\\u0007"}')
  })
  const { stderr } = await somebody(url).run(['status'])
  expect(stderr).toBe('error: no\uFFFD[2J\uFFFD\n')
})

test('a sign-in is sent only to the address it was made at', async () => {
  const cookies: (string | undefined)[] = []
  const home = await answering((request, response) => {
    cookies.push(request.headers.cookie)
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'session_token=s3cret; HttpOnly' })
    response.end('[]')
  })
  const other = await answering((request, response) => {
    cookies.push(request.headers.cookie)
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
  })
  const one = somebody('')
  const login = ['auth', 'login', '--api-url', home, '--email', 'a@example.com', '--password-stdin']
  expect(await one.run(login, { stdin: 'secret\n' })).toMatchObject({ code: 0 })
  expect(await one.run(['users', 'list'])).toMatchObject({ code: 0 })
  expect(await one.run(['users', 'list', '--api-url', other])).toMatchObject({ code: 0 })
  expect(cookies).toEqual([undefined, 'session_token=s3cret', undefined])
})

test('signing out of an unreachable server forgets the session here, says so and ends with 3', async () => {
  const one = somebody('')
  let isUp = true
  const url = await answering((request, response) => {
    if (!isUp) return void request.socket.destroy()
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'session_token=s3cret' }).end('{}')
  })
  await one.run(['auth', 'login', '--api-url', url, '--email', 'a@b.c', '--password-stdin'], { stdin: 'secret' })
  isUp = false
  const { stderr, code } = await one.run(['auth', 'logout'])
  expect(code).toBe(3)
  expect(stderr).toContain('forgotten on this computer, but not ended on the server')
  expect(await one.run(['auth', 'logout'])).toMatchObject({ code: 0, stderr: 'you are not signed in\n' })
})

test.each([
  { args: ['tokes'], says: 'unknown command "tokes", did you mean levelrail tokens?' },
  { args: ['users', 'lst'], says: 'unknown command "users lst", did you mean levelrail users list?' },
  { args: ['users', 'list', '--jsn'], says: 'unknown option "--jsn", did you mean --json?' },
  { args: ['tokens', 'create', '--name', 'x'], says: 'missing --ability' },
  { args: ['users', 'create', '--email', 'a@b.c', '--name', 'A', '--role', 'viewer'], says: '--password-stdin' },
  { args: ['users', 'update', 'abc'], says: 'nothing to change' },
  { args: ['api', 'userVeiw'], says: 'unknown route "userVeiw", did you mean userView?' },
  { args: ['api', 'userView'], says: 'userView (/api/v1/users/{id}) lacks id, add --param id=VALUE' },
  { args: ['api', 'userView', '--param', 'name=x', '--param', 'id=x'], says: 'has no path parameter "name"' },
  { args: ['api', 'userCreate'], says: 'userCreate needs a body' },
  { args: ['--json', 'images', 'list'], says: 'acts on this machine' },
])('$args is a usage mistake', async ({ args, says }) => {
  const { stdout, stderr, code } = await somebody(nobodyHome).run(args)
  expect({ stdout, code }).toEqual({ stdout: '', code: 1 })
  expect(stderr).toContain(says.replaceAll('"', args[0] === '--json' ? '\\"' : '"'))
})

test.each([
  { args: ['tokens', 'create', '--name', 'x', '--ability', 'boss'], says: '--ability "boss" is unknown' },
  { args: ['status', '--timeout', 'soon'], says: '--timeout "soon" is not usable' },
  { args: ['status', '--api-url', 'ftp://x'], says: 'the API address "ftp://x" is not usable' },
  { args: ['status', '--token-file', '/nonexistent'], says: 'cannot read the token file' },
  { args: ['audit', '--from', 'yesterday'], says: '--from "yesterday" is not a time' },
  { args: ['api', 'userCreate', '--body', '{'], says: 'the body is not JSON' },
  { args: ['api', 'userCreate', '--body', '{"email":"a@b.c","foo":1}'], says: 'it must not have foo' },
  { args: ['auth', 'login', '--email', 'a@b.c', '--password-stdin'], says: 'there is no password on stdin' },
])('$args is refused before anything is sent', async ({ args, says }) => {
  const { stdout, stderr, code } = await somebody(nobodyHome).run(args)
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
  expect(stderr).toContain(says)
})

test('a damaged credentials file is named, with the way out', async () => {
  const one = somebody(nobodyHome)
  const folder = join(one.home, 'levelrail')
  mkdirSync(folder)
  writeFileSync(join(folder, 'credentials.json'), 'nonsense')
  const { stderr, code } = await one.run(['status'], { env: { XDG_CONFIG_HOME: one.home } })
  expect(code).toBe(2)
  expect(stderr).toContain(`${folder}/credentials.json is damaged, delete it`)
})

test('help and version go to stdout and end with 0; no command at all is a mistake', async () => {
  const one = somebody(nobodyHome)
  expect(await one.run(['--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('recover-admin'),
    stderr: '',
  })
  expect(await one.run(['help', 'tokens'])).toMatchObject({ code: 0, stdout: expect.stringContaining('tokens revoke') })
  expect(await one.run(['tokens', 'create', '-h'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('--ability'),
  })
  expect(await one.run(['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n' })
  expect(await one.run([])).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Usage:') })
})
