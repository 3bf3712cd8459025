// Apps and deploys on the command line, against a real control plane whose container engine does not answer: all but
// what needs a running container. Each story goes on where the last one ended.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeCertificates } from '../../server/test/support/certificates.ts'
import { email, withSignedIn } from './support/signed-in.ts'

const { ada, run, json } = withSignedIn()

/** Runs on, and tells when it has said something. */
function begin(line: string) {
  const { promise: hasSpoken, resolve } = Promise.withResolvers<void>()
  const ended = ada().run(line.split(' '), {
    during: ({ stdout, stderr }) => {
      for (const stream of [stdout, stderr]) stream?.once('data', () => resolve())
    },
  })
  return { hasSpoken, ended }
}

test('an app is recorded without a deploy, with all that the options say', async () => {
  const { stderr, code } = await run(
    'apps create web --image levelrail/test-app:1 --port 8080 --env A=1 --env B=x=y --replicas 2 --memory 512Mi --cpu 0.5 --volume data:/data --strategy rolling --no-deploy',
  )
  expect({ stderr, code }).toEqual({ stderr: 'app web is recorded, and not deployed yet\n', code: 0 })
  expect(await json('apps show web')).toMatchObject({
    ...{ name: 'web', image: 'levelrail/test-app:1', port: 8080, env: { A: '1', B: 'x=y' }, replicas: 2 },
    ...{ resources: { memory: '512Mi', cpu: '0.5' }, volumes: [{ name: 'data', path: '/data' }], strategy: 'rolling' },
  })
})

test('apps set changes only what it names', async () => {
  const { stderr, code } = await run('apps set web --env A=2 --unset-env B --unset-cpu --unset-port')
  expect({ stderr, code }).toEqual({ stderr: 'web: port, env, resources changed\n', code: 0 })
  expect(await json('apps show web')).toMatchObject({
    ...{ image: 'levelrail/test-app:1', port: null, env: { A: '2' }, replicas: 2 },
    resources: { memory: '512Mi', cpu: null },
  })
  expect(await run('apps set web')).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing to change') })
  expect(await run('apps set web --memory much')).toMatchObject({ code: 2, stderr: expect.stringContaining('memory') })
})

test('checks, hooks and the rest are set by options, and shown', async () => {
  const { stderr, code } = await run(
    'apps set web --readiness-http /up --readiness-port 81 --readiness-interval 3s --liveness-command true --pre-deploy bin/migrate --pre-deploy --all --pre-deploy-timeout 5m --pull-policy always --cpuset 0 --exec on',
  )
  expect({ stderr, code }).toEqual({
    stderr: 'web: resources, pull_policy, exec_enabled, health, hooks changed\n',
    code: 0,
  })
  expect(await json('apps show web')).toMatchObject({
    health: {
      readiness: { type: 'http', path: '/up', port: 81, interval: '3s' },
      liveness: { type: 'command', command: ['true'] },
    },
    hooks: { pre_deploy: { command: ['bin/migrate', '--all'], timeout: '5m' }, post_deploy: null },
    ...{ pull_policy: 'always', exec_enabled: true, resources: { memory: '512Mi', cpuset: '0' } },
  })
  const shown = (await run('apps show web')).stdout
  expect(shown).toMatch(/^Readiness +http \/up, port 81, every 3s$/m)
  expect(shown).toMatch(/^Before deploys +bin\/migrate --all, timeout 5m$/m)
  await run('apps set web --unset-readiness --unset-liveness --unset-pre-deploy --unset-cpuset --exec off')
  expect(await json('apps show web')).toMatchObject({
    ...{ health: { readiness: null, liveness: null }, hooks: { pre_deploy: null }, exec_enabled: false },
  })
})

test('an app is made in an environment; a protected one wants it confirmed', async () => {
  const project = (await run('projects create Shop')).stdout.trim()
  const environment = (await run(`envs create ${project} live --protected`)).stdout.trim()
  const create = `apps create filed --image a:1 --project ${project} --environment ${environment}`
  expect(await run(create)).toMatchObject({ code: 4, stderr: expect.stringContaining('"live" is protected') })
  expect(await run(`${create} --confirm`)).toMatchObject({ code: 0 })
  expect(await json('apps show filed')).toMatchObject({ project_id: project, environment_id: environment })
  await run('apps delete filed --yes')
})

test('variables are printed for people and for files', async () => {
  await ada().run(['apps', 'set', 'web', '--env', 'MOTTO=it works', '--env', 'TWO=a\nb'])
  expect((await run('apps env web')).stdout).toBe('A=2\nMOTTO=it works\nTWO=a b\n')
  expect((await run('apps env web --dotenv')).stdout).toBe('A=2\nMOTTO=\'it works\'\nTWO="a\\nb"\n')
  expect(await json('apps env web')).toEqual({ A: '2', MOTTO: 'it works', TWO: 'a\nb' })
})

test('a secret comes from stdin, is never shown, and a lock keeps it', async () => {
  const value = '-----BEGIN KEY-----\nhunter2\n-----END KEY-----'
  const set = await run('apps secrets set web TLS_KEY --value-stdin --lock', `${value}\n`)
  expect({ stdout: set.stdout, code: set.code }).toEqual({ stdout: '', code: 0 })
  expect(await json('apps secrets list web')).toMatchObject([{ name: 'TLS_KEY', set: true, locked: true }])
  const again = await run('apps secrets set web TLS_KEY --value-stdin', 'other')
  expect(again).toMatchObject({ code: 4, stderr: expect.stringContaining('locked') })
  expect(await run('apps secrets set web TLS_KEY --value-stdin --overwrite-locked', 'other')).toMatchObject({ code: 0 })
  expect(await run('apps secrets unlock web TLS_KEY')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('not'),
  })
  expect(await json('apps secrets list web')).toMatchObject([{ locked: false }])
  expect(await run('apps secrets lock web TLS_KEY')).toMatchObject({ code: 0 })
  expect(await json('apps secrets list web')).toMatchObject([{ locked: true }])
  expect(await run('apps secrets lock web NONE')).toMatchObject({ code: 4 })
  const shown = [await run('apps secrets list web'), await run('apps show web'), await run('apps env web --json')]
  for (const { stdout, stderr } of [set, ...shown]) expect(stdout + stderr).not.toMatch(/hunter2|other/)
  expect(await run('apps secrets delete web TLS_KEY')).toMatchObject({ code: 0 })
  expect((await run('apps secrets list web')).stdout).toMatch(/TLS_KEY +missing +no +no +never/)
})

test('rules are changed one by one or from a file, and a password is no argument', async () => {
  const set = await run(
    'rules set web --rate 300/minute --deny 10.0.0.0/8 --waf xss --user ann --password-stdin',
    'long enough\n',
  )
  expect(set).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Rate +300 a minute and address$/m) })
  await run('rules set web --unset-deny 10.0.0.0/8 --deny 192.0.2.7 --idle-timeout 60')
  const shown = await json('rules show web')
  expect(shown).toMatchObject({
    ...{ rate_limit: { requests: 300, per: 'minute' }, ip_deny: ['192.0.2.7'], timeouts: { idle_seconds: 60 } },
    basic_auth: { users: [{ username: 'ann', has_password: true }] },
  })
  await run('rules maintenance web on --message Soon')
  expect(await json('rules show web')).toEqual({ ...shown, maintenance: { enabled: true, message: 'Soon' } })
  await run('rules maintenance web off')
  expect((await json('rules show web')).maintenance).toEqual({ enabled: false, message: 'Soon' })
  expect(await run('rules set web --file -', JSON.stringify(shown))).toMatchObject({ code: 0 })
  expect(await json('rules show web')).toEqual(shown)
  expect(await run('rules set web --file -', '{"ip_deny":[7]}')).toMatchObject({ code: 2 })
  expect(await run('rules set web --pattern (a+)+')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('waf.patterns[0]'),
  })
  expect(await run('rules set web')).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing to change') })
  await run('rules set web --file -', '{}')
  expect((await run('rules show web')).stdout).toMatch(/^No rules/)
})

test('how a domain is served is changed one option at a time', async () => {
  const set = await run('domains set WWW.shop.test --app web --redirect-to shop.test')
  expect(set).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^www\.shop\.test +- +shop\.test +auto +- +auto$/m),
  })
  await run('domains set www.shop.test --app web --hsts 60 --port 9000 --tls internal')
  const served = { domain: 'www.shop.test', redirect_to: 'shop.test', hsts_seconds: 60, port: 9000, tls: 'internal' }
  expect(await json('domains set --app web')).toContainEqual({ ...served, http: 'auto' })
  await run('domains set www.shop.test --app web --redirect-to - --port 0')
  const after = { ...served, redirect_to: null, port: null, http: 'auto' }
  expect(await json('domains set --app web')).toContainEqual(after)
  expect(await run('domains set www.shop.test --app web --tls off')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('hsts_seconds'),
  })
  expect(await run('domains set --app web --hsts 1')).toMatchObject({ code: 1 })
  expect(await run('domains set www.shop.test --app web --remove')).toMatchObject({ code: 0 })
  expect(JSON.stringify(await json('domains set --app web'))).not.toContain('www.shop.test')
})

test('a certificate comes from files or stdin, is listed without its key, and goes', async () => {
  const { certificates } = await makeCertificates([['shop.test']])
  const [{ certificate, privateKey } = { certificate: '', privateKey: '' }] = certificates
  const folder = mkdtempSync(join(tmpdir(), 'levelrail-certs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'cert.pem')
  writeFileSync(file, certificate)
  expect(await run(`certs upload --cert ${file} --key -`, 'hello')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('private_key'),
  })
  const uploaded = await run(`certs upload --cert ${file} --key -`, privateKey)
  expect(uploaded).toMatchObject({ code: 0, stdout: expect.stringMatching(/^crt_/) })
  const listed = await run('certs list')
  expect(listed.stdout).toMatch(/^shop\.test +custom +healthy/m)
  expect(listed.stdout).not.toContain('PRIVATE')
  expect(await run('certs ca')).toMatchObject({ code: 4, stderr: expect.stringContaining('no internal authority yet') })
  expect(await run(`certs delete ${uploaded.stdout.trim()}`)).toMatchObject({ code: 0 })
  expect(await json('certs list')).toEqual([])
  expect(await run(`certs upload --cert ${folder}/none.pem --key -`, privateKey)).toMatchObject({ code: 2 })
})

test('a log drain comes from stdin with its headers, is shown, and cleared', async () => {
  const set = await run('apps drain set web --value-stdin', 'https://logs.invalid/in?k=hunter2\nX-Key: hunter3\n')
  expect({ stdout: set.stdout, code: set.code }).toEqual({ stdout: '', code: 0 })
  expect(set.stderr).not.toMatch(/hunter/)
  expect((await run('apps drain show web')).stdout).toMatch(/^Receiver +https:\/\/logs\.invalid\/in\?k=hunter2$/m)
  expect(await json('apps drain show web')).toMatchObject({ log_drain: { headers: { 'X-Key': 'hunter3' } } })
  expect(await run('apps drain set web ftp://logs.invalid')).toMatchObject({ code: 2 })
  expect(await run('apps drain clear web')).toMatchObject({ code: 0 })
  expect(await run('apps drain show web')).toMatchObject({ stderr: 'the logs of web are not forwarded\n', stdout: '' })
})

test('a secret without a terminal, or empty, is refused', async () => {
  expect(await run('apps secrets set web KEY')).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('--value-stdin') },
  })
  expect(await run('apps secrets set web KEY --value-stdin', '\n')).toMatchObject({ code: 2 })
  expect(await run('apps secrets set web KEY hunter2')).toMatchObject({ code: 1 })
})

test('an app that was never deployed says so everywhere', async () => {
  expect((await run('apps diagnose web')).stdout).toContain('web is not deployed yet')
  expect(await run('apps wait web')).toMatchObject({ code: 5, stderr: expect.stringContaining('was never deployed') })
  expect(await run('deploys show web')).toMatchObject({ code: 4 })
  expect(await run('apps rollback web')).toMatchObject({
    ...{ code: 4, stderr: expect.stringContaining('no earlier healthy deploy') },
  })
})

test('a wait that takes too long ends with 6 and says that the deploy goes on', async () => {
  const { stdout, stderr, code } = await run('apps deploy web --note first --wait --timeout-wait 1s')
  expect(code, stderr).toBe(6)
  expect(stdout).toMatch(/^dep_\w+\n$/)
  expect(stderr).toContain(`deploy ${stdout.trim()} of web is still in progress`)
  expect(stderr).toContain(`levelrail deploys wait web ${stdout.trim()}`)
  expect(await run('apps wait web --timeout-wait 1s')).toMatchObject({ code: 6 })
})

test('a canceled deploy ends its waits with 7, its log with the outcome', async () => {
  const waiting = begin('deploys wait web')
  const following = begin('deploys logs web --json')
  await Promise.all([waiting.hasSpoken, following.hasSpoken])
  const canceled = await run('deploys cancel web')
  expect(canceled).toMatchObject({ code: 0, stderr: expect.stringMatching(/^deploy dep_\w+ of web is canceled\n$/) })
  expect(await waiting.ended).toMatchObject({ code: 7, stderr: expect.stringContaining('of web was canceled') })
  const { stdout, stderr, code } = await following.ended
  expect(code).toBe(0)
  expect(stderr).toContain('is canceled')
  const lines = stdout.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).seq)).toEqual(lines.map((_, index) => index + 1))
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ text: `deploy of levelrail/test-app:1 asked for by ${email}` })
  expect(await run('apps wait web')).toMatchObject({ code: 5 })
  expect(await run('deploys cancel web')).toMatchObject({ code: 4, stderr: expect.stringContaining('is over') })
})

test('a deploy that cannot start tells cause and next step, and ends with 7', async () => {
  const body = JSON.stringify({ secret_env: [{ name: 'API_KEY', required: true }] })
  await ada().run(['api', 'appUpdate', '--param', 'name=web', '--body', body])
  const { stdout, stderr, code } = await run('apps deploy web --follow')
  expect(code, stderr).toBe(7)
  expect(stderr).toContain('--- failed: ')
  expect(stderr).toMatch(new RegExp(`error: deploy ${stdout.trim()} of web failed: .*API_KEY`))
  const shown = (await run('deploys show web')).stdout
  expect(shown).toMatch(/^Deploy dep_\w+ of web is failed, after /)
  expect(shown).toMatch(/^Cause +.*API_KEY.* \(missing_env\)$/m)
  expect(shown).toMatch(/^Next +\S/m)
  expect(shown).toMatch(/^queued +\d+ ms$/m)
  const waited = await run('deploys wait web --json')
  expect(waited.code).toBe(7)
  expect(JSON.parse(waited.stdout)).toMatchObject({ outcome: 'failed', failure: { code: 'missing_env' } })
  expect(JSON.parse(waited.stderr).error).toContain('API_KEY')
})

test('deploys are listed by app, failed ones alone, and for all apps', async () => {
  expect((await json('deploys list web')).map((deploy: { outcome: string }) => deploy.outcome)).toEqual([
    ...['failed', 'canceled'],
  ])
  expect(await json('deploys list web --failed')).toHaveLength(1)
  expect(await json('deploys list --failed')).toHaveLength(1)
  const { stdout, stderr } = await run('deploys list --limit 1')
  expect(stdout.trimEnd().split('\n')).toHaveLength(2)
  expect(stderr).toBe('there is more: use --limit N or --all\n')
})

test('any stream of the API can be read by its route id', async () => {
  const { stdout, code } = await run('api deployLogs --param name=web --param deployId=latest')
  expect(code).toBe(0)
  expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toEqual({ event: 'end', data: { outcome: 'failed' } })
})

test('apps are listed with their state, searched and sorted', async () => {
  await run('apps create shop-api')
  await run('apps create shop-web')
  expect((await json('apps list --search shop --sort=-name')).map((app: { name: string }) => app.name)).toEqual([
    ...['shop-web', 'shop-api'],
  ])
  const { stdout } = await run('apps list')
  expect(stdout).toMatch(/^NAME +STATE +SINCE +REPLICAS +IMAGE +NOT YET APPLIED$/m)
  expect(stdout).toMatch(/^web +\S+/m)
})

test('stop, start and restart are asked for; without an engine the containers cannot be listed', async () => {
  expect(await run('apps stop web')).toMatchObject({ code: 0, stderr: expect.stringContaining('its volumes stay') })
  expect((await json('apps show web')).suspended).toBe(true)
  expect(await run('apps wait web')).toMatchObject({ code: 5, stderr: expect.stringContaining('is stopped') })
  expect(await run('apps deploy web')).toMatchObject({ code: 4, stderr: expect.stringContaining('start it before') })
  expect(await run('apps start web')).toMatchObject({ code: 0 })
  expect((await json('apps restart web')).suspended).toBe(false)
  expect(await run('apps replicas web')).toMatchObject({ code: 4 })
  expect(await run('apps failure-context web')).toMatchObject({ code: 4 })
})

test('an app is deleted only when that is confirmed', async () => {
  expect(await run('apps delete web')).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') })
  const { stderr, code } = await run('apps delete web --yes')
  expect({ stderr, code }).toEqual({ stderr: 'web is removed. Its volumes stay: data.\n', code: 0 })
  expect(await run('apps show web')).toMatchObject({ code: 4, stderr: expect.stringContaining('web') })
})

test.each([
  ['apps create web --wait', 'there is no deploy to wait for'],
  ['apps create web --image a:1 --no-deploy --wait', 'there is no deploy to wait for'],
  ['apps deploy web --wait --timeout-wait 2d', '--timeout-wait "2d" is not usable'],
  ['apps secrets sett web', 'did you mean levelrail apps secrets set'],
])('%s is refused before anything is sent', async (line, says) => {
  const { stdout, stderr, code } = await run(line)
  expect({ stdout, isRefused: code === 1 || code === 2 }).toEqual({ stdout: '', isRefused: true })
  expect(stderr).toContain(says)
})
