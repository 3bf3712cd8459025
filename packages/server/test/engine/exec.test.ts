// Into a running app, on the real engine: commands, terminals, and that nothing of them is left behind.
import { expect, test } from 'vitest'
import { adminEnv, signIn, succeed } from '../support/admin-api.ts'
import {
  containersOf,
  createApp,
  deployEnv,
  engine,
  eventually,
  removeAllOf,
  type SignedApi,
  settled,
  signal,
  startDeploying,
} from '../support/deploying.ts'
import { startServer } from '../support/server.ts'
import { openTerminal } from '../support/terminal.ts'

const params = { name: 'web' }
const secret = 'hunter22-is-secret'

async function startApp(env: Record<string, string> = {}): Promise<SignedApi> {
  const api = await startDeploying({ APP_DEPLOY_READY_TIMEOUT: '60s', ...env })
  await createApp(api, {})
  expect((await settled(api)).outcome).toBe('healthy')
  return api
}

const setExec = (api: SignedApi, isOn: boolean) =>
  api.call('appUpdate', { params, body: { exec_enabled: isOn } }, api.admin)
const exec = (api: SignedApi, command: string[], more = {}) =>
  api.call('appExec', { params, body: { command, ...more } }, api.admin)
const terminal = (api: SignedApi, headers: Record<string, string> = { cookie: `session_token=${api.admin.session}` }) =>
  openTerminal(`${api.url}/api/v1/apps/web/terminal?columns=91&rows=33`, headers)

async function processes(containerId: string): Promise<string> {
  const { stdout } = await engine.exec(containerId, { command: ['ps'], maxOutputBytes: 100_000, signal: signal() })
  return stdout
}

test('a command runs where it is allowed, tells all, is bounded, and is in the audit log without secrets', async () => {
  const api = await startApp()
  const refused = await exec(api, ['true'])
  expect([refused.status, refused.error]).toEqual([403, expect.stringContaining('exec_enabled')])
  await setExec(api, true)
  await api.call('appSecretSet', { params: { name: 'web', key: 'KEY' }, body: { value: secret } }, api.admin)
  expect((await exec(api, ['sh', '-c', 'echo out; echo err >&2; exit 3'])).body).toMatchObject({
    ...{ replica: 0, exit_code: 3, stdout: 'out\n', stderr: 'err\n', truncated: false, timed_out: false },
    duration_ms: expect.any(Number),
  })
  const much = (await exec(api, ['perl', '-e', 'print "y" x 3_000_000'])).body
  expect([much.truncated, much.stdout.length]).toEqual([true, 1024 * 1024])
  const slow = (await exec(api, ['sh', '-c', 'echo begun; sleep 4721'], { timeout: '1s' })).body
  expect(slow).toMatchObject({ exit_code: 124, timed_out: true, stdout: 'begun\n' })
  const [container] = await containersOf(api)
  await eventually(() => processes(container?.id ?? '')).not.toMatch(/sleep 4721|levelrail-watch/)
  expect((await exec(api, ['sh', '-c', 'sleep 4726 >/dev/null 2>&1 &'])).body.exit_code).toBe(0)
  await eventually(() => processes(container?.id ?? '')).not.toContain('levelrail-watch')
  expect(await processes(container?.id ?? '')).toContain('sleep 4726')
  expect((await exec(api, ['true'], { timeout: '11m' })).status).toBe(400)
  expect((await exec(api, ['true'], { replica: 7 })).status).toBe(409)
  await exec(api, ['echo', secret])
  const audit = (await api.call('auditList', { query: { action: 'appExec' } }, api.admin)).body
  expect(audit[0]).toMatchObject({ actor: 'ann@example.com', resource: 'apps/web/exec: echo (secret)', status: 200 })
  expect(JSON.stringify(audit)).not.toContain('hunter22')
  await api.call('appStop', { params }, api.admin)
  await eventually(() => containersOf(api)).toEqual([])
  expect((await exec(api, ['true'])).error).toContain('no replica of app "web" is running')
  await expect(terminal(api)).rejects.toThrow('refused 409')
})

test('a terminal shows what is typed, is resized, tells the exit code, and its opening and end are audited', async () => {
  const api = await startApp({ APP_TERMINAL_MAX: '1' })
  await expect(terminal(api)).rejects.toThrow(/refused 403 .*exec_enabled/)
  await setExec(api, true)
  const foreign = { cookie: `session_token=${api.admin.session}`, origin: 'https://evil.example' }
  await expect(terminal(api, foreign)).rejects.toThrow(/refused 403 .*foreign origin/)
  await expect(terminal(api, {})).rejects.toThrow('refused 401')
  const plain = await api.raw('/api/v1/apps/web/terminal', {
    headers: { cookie: `session_token=${api.admin.session}` },
  })
  expect([plain.status, await plain.json()]).toEqual([426, { error: expect.stringContaining('WebSocket') }])
  const tap = await terminal(api, { cookie: `session_token=${api.admin.session}`, origin: api.url })
  tap.type('stty size\n')
  await eventually(() => tap.text).toContain('33 91')
  await expect(terminal(api)).rejects.toThrow('refused 429')
  tap.socket.send(JSON.stringify({ type: 'resize', columns: 120, rows: 40 }))
  tap.type('stty size; perl -e \'print "y" x 3_000_000\' | wc -c; exit 7\n')
  expect(await tap.closed).toEqual({ code: 1000, reason: 'the shell ended with 7' })
  expect(tap.text).toMatch(/40 120[\s\S]*3000000/)
  expect(tap.notices).toEqual([{ type: 'exit', code: 7 }])
  await eventually(async () =>
    (await api.call('auditList', { query: { resource: 'terminal: ' } }, api.admin)).body.map(({ action, resource }) => [
      action,
      resource,
    ]),
  ).toEqual([
    ['appTerminalEnd', expect.stringMatching(/^apps\/web\/terminal: ended after \d+ s$/)],
    ['appTerminal', expect.stringMatching(/^apps\/web\/terminal: opened in web-/)],
  ])
})

test('a terminal closes when the right, the permission of the app, the typing or the container ends', async () => {
  const api = await startApp({ APP_TERMINAL_IDLE_TIMEOUT: '20s' })
  await setExec(api, true)
  const idle = await terminal(api)
  const { body: token } = await api.call('tokenCreate', { body: { name: 't', abilities: ['root'] } }, api.admin)
  const revoked = await terminal(api, { authorization: `Bearer ${token.token}` })
  revoked.type('sleep 4722\n')
  const [container] = await containersOf(api)
  await eventually(() => processes(container?.id ?? '')).toContain('sleep 4722')
  await api.call('tokenRevoke', { params: { id: token.id } }, api.admin)
  expect((await revoked.closed).code).toBe(4401)
  const bad = await terminal(api)
  bad.socket.send('{"type":"resize","columns":-1}')
  expect((await bad.closed).code).toBe(4400)
  expect((await idle.closed).code).toBe(4408)
  const disabled = await terminal(api)
  await setExec(api, false)
  expect(await disabled.closed).toEqual({ code: 4403, reason: 'terminals are no longer enabled for app web' })
  await setExec(api, true)
  const gone = await terminal(api)
  gone.type('sleep 4723\n')
  await eventually(() => processes(container?.id ?? '')).toContain('sleep 4723')
  gone.socket.terminate()
  await eventually(() => processes(container?.id ?? '')).not.toMatch(/sleep 472|levelrail-watch/)
  await eventually(() => api.ctx.terminals.taken).toBe(0)
  const ended = await terminal(api)
  await engine.killContainer(container?.id ?? '', 'SIGKILL', signal())
  expect([1000, 4502]).toContain((await ended.closed).code)
})

test('a control plane that is killed leaves no shell and no command behind', async () => {
  const server = await startServer({ env: { ...deployEnv(), ...adminEnv, APP_DEPLOY_READY_TIMEOUT: '60s' } })
  const ann = await signIn(server.url)
  const { body: status } = await succeed<{ instance_id: string }>(server.url, ann, 'GET', '/api/v1/system/status')
  const mine = { 'levelrail.instance': status.instance_id, 'levelrail.app': 'web' }
  try {
    const app = { name: 'web', image: 'levelrail/test-app:1', port: 8080, exec_enabled: true }
    await succeed(server.url, ann, 'POST', '/api/v1/apps', app)
    const deploy = () => succeed<{ outcome: string }>(server.url, ann, 'GET', '/api/v1/apps/web/deploys/latest')
    await eventually(async () => (await deploy()).body.outcome).toBe('healthy')
    const tap = await openTerminal(`${server.url}/api/v1/apps/web/terminal`, ann)
    tap.type('sleep 4724\n')
    const [container] = await engine.listContainers(mine, signal())
    const command = { command: ['sh', '-c', 'trap "" HUP; sleep 4725 & wait; sleep 4725'], timeout: '10m' }
    const running = expect(succeed(server.url, ann, 'POST', '/api/v1/apps/web/exec', command)).rejects.toThrow()
    await eventually(() => processes(container?.id ?? '')).toMatch(/sleep 4724[\s\S]*sleep 4725/)
    server.kill('SIGKILL')
    await Promise.all([server.ended, running])
    await eventually(() => processes(container?.id ?? '')).not.toMatch(/sleep 472|levelrail-watch/)
  } finally {
    await server.stop()
    await removeAllOf(status.instance_id)
  }
})
