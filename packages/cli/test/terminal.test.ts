// What happens at a real terminal: hidden passwords, typed confirmations, colours.
import { expect, onTestFinished, test } from 'vitest'
import { atTerminal, hasTerminal } from './support/at-terminal.ts'
import { answering, forget, type Person, person } from './support/levelrail.ts'

const condition = {
  type: 'Ready',
  status: 'true',
  reason: 'Answers',
  message: 'All is well',
  since: '2026-01-01T00:00:00Z',
}
const status = {
  ...{ version: '0.1.0', instance_id: 'i1', node_id: 'n1', started_at: '2026-01-01T00:00:00Z', database: 'sqlite' },
  ...{ schema_version: 1, runs_loops: true, lease_holder: 'i1', memory_bytes: 1, conditions: [condition], loops: [] },
}
const ada = {
  ...{ id: 'u1', email: 'ada@example.com', display_name: 'Ada', role: 'viewer', policy: null, two_factor: false },
  ...{ created_at: '2026-01-01T00:00:00Z', last_login_at: null },
}
const web = { name: 'web', volumes: [{ name: 'data', path: '/data' }] }

interface Exchange {
  person: Person
  requests: string[]
}

async function setting(): Promise<Exchange> {
  const requests: string[] = []
  const url = await answering(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push(`${request.method} ${request.url} ${body}`.trim())
    const answers = { status, 'users?': [ada], 'apps/web': web }
    const answer = Object.entries(answers).find(([part]) => request.url?.includes(part))?.[1] ?? ada
    const isEmpty = request.method === 'DELETE' || request.method === 'PUT'
    response.writeHead(isEmpty ? 204 : 200, {
      'content-type': 'application/json',
      'set-cookie': 'session_token=s3cret; HttpOnly',
    })
    response.end(isEmpty ? undefined : JSON.stringify(answer))
  })
  const one = person(url)
  onTestFinished(() => forget(one))
  return { person: one, requests }
}

test.runIf(hasTerminal)('a password is typed unseen, also with a slip of the finger', async () => {
  const { person: one, requests } = await setting()
  const { stdout, code } = await atTerminal(
    one,
    ['auth', 'login'],
    [
      ['E-mail: ', 'ada@example.com\r'],
      ['Password: ', 'hunterr\x7f2\r'],
    ],
  )
  expect(code).toBe(0)
  expect(requests).toEqual(['POST /api/v1/auth/login {"email":"ada@example.com","password":"hunter2"}'])
  expect(stdout).not.toContain('hunter')
  expect(stdout).toContain('signed in at')
})

test.runIf(hasTerminal)('two passwords that differ are refused and nothing is sent', async () => {
  const { person: one, requests } = await setting()
  const { stdout, code } = await atTerminal(
    one,
    ['users', 'set-password', 'u1'],
    [
      ['New password for u1: ', 'correct horse\r'],
      ['Again: ', 'correct house\r'],
    ],
  )
  expect(code).toBe(2)
  expect(stdout).toContain('the two passwords differ')
  expect(requests).toEqual([])
})

test.runIf(hasTerminal)('Ctrl-C at a question ends with 130', async () => {
  const { person: one, requests } = await setting()
  const login = ['auth', 'login', '--email', 'ada@example.com']
  expect(await atTerminal(one, login, [['Password: ', 'hun\x03']])).toMatchObject({ code: 130 })
  expect(await atTerminal(one, ['auth', 'login'], [['E-mail: ', '\x03']])).toMatchObject({ code: 130 })
  expect(requests).toEqual([])
})

test.runIf(hasTerminal)('a person is removed only when the address is typed again', async () => {
  const { person: one, requests } = await setting()
  const remove = ['users', 'remove', 'ADA@example.com']
  const wrong = await atTerminal(one, remove, [['to remove them: ', 'ada\r']])
  expect(wrong).toMatchObject({ code: 2, stdout: expect.stringContaining('nobody was removed') })
  expect(requests.filter((line) => line.startsWith('DELETE'))).toEqual([])
  const right = await atTerminal(one, remove, [['to remove them: ', 'ada@example.com\r']])
  expect(right).toMatchObject({ code: 0, stdout: expect.stringContaining('ada@example.com is removed') })
  expect(requests.at(-1)).toBe('DELETE /api/v1/users/u1')
})

test.runIf(hasTerminal)(
  'an app is deleted only when its name is typed again, knowing that its volumes stay',
  async () => {
    const { person: one, requests } = await setting()
    const wrong = await atTerminal(one, ['apps', 'delete', 'web'], [['to remove it: ', 'wbe\r']])
    expect(wrong).toMatchObject({ code: 2, stdout: expect.stringContaining('nothing was removed') })
    expect(requests).toEqual(['GET /api/v1/apps/web'])
    const right = await atTerminal(one, ['apps', 'delete', 'web'], [['to remove it: ', 'web\r']])
    expect(right).toMatchObject({ code: 0, stdout: expect.stringContaining('Its volumes stay: data.') })
    expect(requests.at(-1)).toBe('DELETE /api/v1/apps/web')
  },
)

test.runIf(hasTerminal)('a secret is typed unseen', async () => {
  const { person: one, requests } = await setting()
  const set = ['apps', 'secrets', 'set', 'web', 'API_KEY', '--lock']
  const { stdout, code } = await atTerminal(one, set, [['Value of API_KEY: ', 'hunter2\r']])
  expect(code).toBe(0)
  expect(stdout).not.toContain('hunter')
  expect(requests).toEqual(['PUT /api/v1/apps/web/secrets/API_KEY {"value":"hunter2","locked":true}'])
})

test.runIf(hasTerminal)('colours are for terminals, and never with NO_COLOR or --no-color', async () => {
  const { person: one } = await setting()
  const colorCode = '\x1b['
  expect((await atTerminal(one, ['status'], [])).stdout).toContain(colorCode)
  expect((await atTerminal(one, ['status'], [], { NO_COLOR: '1' })).stdout).not.toContain(colorCode)
  expect((await atTerminal(one, ['status', '--no-color'], [])).stdout).not.toContain(colorCode)
  expect((await one.run(['status'])).stdout).not.toContain(colorCode)
})
