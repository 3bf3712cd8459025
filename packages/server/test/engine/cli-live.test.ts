// Into a running app by the command line, on the real engine: its log, a command, and a shell at a real terminal.
import { type ChildProcess, spawnSync } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import { answer, hasTerminal, startAtTerminal } from '../../../cli/test/support/at-terminal.ts'
import { ended } from '../../../cli/test/support/levelrail.ts'
import { withCli } from '../support/cli.ts'
import { testImage } from '../support/deploying.ts'

const cli = withCli({ APP_DEPLOY_READY_TIMEOUT: '60s' })
const { run } = cli
const exec = (...words: string[]) => cli.ada.run(['apps', 'exec', 'web', ...words])
let address = ''
const log = (words: string) => fetch(`http://${address}:8080/log/${words}`)

beforeAll(async () => {
  const made = await run(`apps create web --image ${testImage} --port 8080 --wait`)
  expect(made.code, made.stderr).toBe(0)
  address = (await cli.json('apps replicas web'))[0].address
})

test('the log is printed, filtered, and followed until Ctrl-C, also across a deploy', async () => {
  await log('level=error,out-of-cheese')
  const all = await run('apps logs web')
  expect(all).toMatchObject({ code: 0, stderr: '' })
  expect(all.stdout).toBe('test-app 1 listening on port 8080\nlevel=error,out-of-cheese\n')
  expect(await run('apps logs web --tail 1 --grep CHEESE --level warn')).toMatchObject({
    code: 0,
    stdout: 'level=error,out-of-cheese\n',
  })
  expect(JSON.parse((await run('apps logs web --tail 1 --json')).stdout)).toMatchObject({
    ...{ message: 'level=error,out-of-cheese', level: 'error', replica: 0 },
  })
  expect(await run('apps logs nobody')).toMatchObject({ code: 4 })
  expect(await run('apps logs nobody --follow')).toMatchObject({ code: 4 })
  expect(await run('apps logs web --since yesterday')).toMatchObject({ code: 2 })
  let following: ChildProcess | undefined
  let shown = ''
  const end = cli.ada.run(['apps', 'logs', 'web', '--follow', '--tail', '1'], {
    during(child) {
      following = child
      child.stdout?.on('data', (chunk) => {
        shown += chunk
      })
    },
  })
  const appears = (text: string) => expect.poll(() => shown, { timeout: 60_000 }).toContain(text)
  await appears('level=error,out-of-cheese\n')
  await log('second')
  await appears('second\n')
  expect(await run('apps deploy web --wait')).toMatchObject({ code: 0 })
  await appears('test-app 1 stopped\n')
  address = (await cli.json('apps replicas web'))[0].address
  await log('third')
  await appears('third\n')
  following?.kill('SIGINT')
  const { stdout, code } = await end
  expect(code).toBe(130)
  // One container at a time names no replica; with two, each line has its number.
  expect(stdout.replaceAll(/^0 /gm, '').split('\n').filter(Boolean).sort()).toEqual([
    'level=error,out-of-cheese',
    'second',
    'test-app 1 listening on port 8080',
    'test-app 1 stopped',
    'third',
  ])
})

test('a command ends with its own exit code, and a refusal with one of the table', async () => {
  const refused = await exec('--', 'true')
  expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('exec_enabled')])
  const body = JSON.stringify({ exec_enabled: true })
  await cli.ada.run(['api', 'appUpdate', '--param', 'name=web', '--body-file', '-'], { stdin: body })
  expect(await exec('--', 'sh', '-c', 'echo out; echo err >&2; exit 42')).toEqual({
    ...{ code: 42, stdout: 'out\n', stderr: 'err\n' },
  })
  // What comes after -- is the command's own.
  expect(await exec('--', 'echo', '--help', '--json', '--', 'a  b')).toMatchObject({
    ...{ code: 0, stdout: '--help --json -- a  b\n' },
  })
  expect(JSON.parse((await exec('--json', '--', 'false')).stdout)).toMatchObject({ exit_code: 1, timed_out: false })
  expect(await exec('--timeout-command', '1s', '--', 'sleep', '4727')).toMatchObject({
    ...{ code: 124, stderr: 'it was ended after 1s\n' },
  })
  expect(await exec('--', '/no/such/program')).toMatchObject({ code: 126 })
  expect(await exec('--replica', '7', '--', 'true')).toMatchObject({ code: 4 })
  expect(await exec('--timeout-command', '11m', '--', 'true')).toMatchObject({ code: 2 })
  expect(await exec()).toMatchObject({ code: 1, stderr: expect.stringContaining('missing COMMAND') })
  expect(await run('apps shell web')).toMatchObject({ code: 1, stderr: expect.stringContaining('no terminal') })
})

test.runIf(hasTerminal)(
  'a shell shows what is typed there, follows the size, and ends with its exit code',
  async () => {
    const before = 'tty; stty cols 91 rows 33'
    const child = startAtTerminal(cli.ada, ['apps', 'shell', 'web'], { before })
    let terminal = ''
    answer(child, [
      ['\n', (screen) => (terminal = screen.trim())],
      ['# ', 'stty size\r'],
      [
        '33 91',
        () => {
          spawnSync('stty', ['-F', terminal, 'cols', '120', 'rows', '40'])
          child.stdin.write('until stty size | grep "40 1[2]0"; do sleep 0.1; done\r')
        },
      ],
      ['40 120', `sh -c 'trap "exit 5" INT; echo be""gun; while :; do sleep 0.1; done'; echo caught $?\r`],
      ['begun', '\x03'],
      ['caught 5', 'echo six times seven is $((6*7)); exit 42\r'],
    ])
    const { stdout, code } = await ended(child)
    expect(code, stdout).toBe(42)
    expect(stdout).toContain('six times seven is 42')
  },
)

test.runIf(hasTerminal)('a terminal that does not know its size is given one, and a refusal is told', async () => {
  const child = startAtTerminal(cli.ada, ['apps', 'shell', 'web'], { before: 'stty cols 0 rows 0' })
  answer(child, [['# ', 'stty size; exit\r']])
  const { stdout, code } = await ended(child)
  expect([code, stdout]).toEqual([0, expect.stringContaining('24 80')])
  const refused = await ended(startAtTerminal(cli.ada, ['apps', 'shell', 'nobody']))
  expect([refused.code, refused.stdout]).toEqual([4, expect.stringContaining('nobody')])
})
