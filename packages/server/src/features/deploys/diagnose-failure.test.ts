import { expect, test } from 'vitest'
import { diagnose, type FailureFacts } from './diagnose-failure.ts'
import { defaultExcerptLimits } from './log-excerpt.ts'

const facts: FailureFacts = { phase: 'probing', image: 'shop:2', node: 'n1', port: 3000, log: [] }
const running = { exitCode: undefined, oomKilled: false }
const open = (port: number) => ({ port, isLoopbackOnly: false })
const loopback = (port: number) => ({ port, isLoopbackOnly: true })

test.each<[string, string, string, Partial<FailureFacts>]>([
  [
    'oom_killed',
    'more memory than its limit of 64Mi, and the kernel killed it.',
    'Raise',
    { container: { exitCode: 137, oomKilled: true, memoryLimit: '64Mi' } },
  ],
  [
    'oom_killed',
    'killed a child process; the main process ended with exit code 0',
    'Raise',
    { container: { exitCode: 0, oomKilled: true } },
  ],
  [
    'oom_killed',
    'killed a child process; the main process went on',
    'Raise',
    { container: { exitCode: undefined, oomKilled: true } },
  ],
  [
    'oom_killed',
    'Most likely the app used more memory than its limit of 64Mi',
    'Raise the memory limit',
    { container: { exitCode: 137, oomKilled: false, memoryLimit: '64Mi' } },
  ],
  ['container_crashed', 'exited with code 7', 'log', { container: { exitCode: 7, oomKilled: false } }],
  ['container_crashed', 'SIGKILL', 'log', { container: { exitCode: 137, oomKilled: false } }],
  ['container_crashed', 'SIGSEGV', 'log', { container: { exitCode: 139, oomKilled: false } }],
  ['container_crashed', 'SIGTERM', 'log', { container: { exitCode: 143, oomKilled: false } }],
  ['container_crashed', 'signal 35', 'log', { container: { exitCode: 163, oomKilled: false } }],
  [
    'container_crashed',
    'not found in the image (exit code 127)',
    'log',
    { container: { exitCode: 127, oomKilled: false } },
  ],
  [
    'container_crashed',
    'may not be executed (exit code 126)',
    'log',
    { container: { exitCode: 126, oomKilled: false } },
  ],
  ['container_crashed', 'must keep running (exit code 0)', 'log', { container: { exitCode: 0, oomKilled: false } }],
  ['container_crashed', 'exited with code 1', 'log', { container: { exitCode: 1, oomKilled: false }, listening: [] }],
  [
    'port_not_listening',
    'port 3000 cannot be reached: nothing listens there; the app listens on 8080.',
    'to 8080',
    { container: running, listening: [open(8080)] },
  ],
  ['port_not_listening', 'listens on 80 and 443', '0.0.0.0:3000', { listening: [open(80), open(443), open(80)] }],
  ['port_not_listening', 'only on 127.0.0.1, where', '0.0.0.0:3000', { listening: [loopback(3000), open(9000)] }],
  ['port_not_listening', '5000 (only on 127.0.0.1)', '0.0.0.0:3000', { listening: [loopback(5000)] }],
  ['port_not_listening', 'nor on any other port', '0.0.0.0:3000', { listening: [] }],
  ['port_not_listening', 'are refused', '0.0.0.0:3000', { probe: { result: 'refused', target: 'GET /' } }],
  [
    'health_check_failed',
    'GET /health answered with status 503',
    'path',
    { listening: [open(3000)], probe: { result: 'status', target: 'GET /health', status: 503 } },
  ],
  [
    'health_check_failed',
    'no answer within 2000 ms',
    'time-out',
    { probe: { result: 'timeout', target: 'GET /health', timeoutMs: 2000 } },
  ],
  [
    'health_check_failed',
    'exit code 2',
    'health check',
    { probe: { result: 'exit', target: 'the command "check"', exitCode: 2 } },
  ],
  [
    'health_check_failed',
    'failed: bad header',
    'health check',
    { probe: { result: 'error', target: 'GET /', message: 'bad header' } },
  ],
  ['missing_env', 'DATABASE_URL, API_KEY', 'Set DATABASE_URL, API_KEY', { missingEnv: ['DATABASE_URL', 'API_KEY'] }],
  [
    'runtime_unreachable',
    'engine on "n1" does not answer',
    'Check',
    { driver: { kind: 'unreachable', message: 'gone' } },
  ],
  [
    'disk_full',
    'disk of "n1" is full',
    'Free',
    { log: ['Error: ENOSPC: no space left on device'], container: { exitCode: 1, oomKilled: false } },
  ],
  [
    'image_pull_failed',
    '"shop:2" could not be pulled: the engine said "odd"',
    'Check',
    { phase: 'pulling', driver: { kind: 'failed', message: 'odd' } },
  ],
  [
    'image_pull_failed',
    'image that the build starts from',
    'credentials',
    { phase: 'building', driver: { kind: 'failed', message: 'unauthorized' } },
  ],
  [
    'registry_push_failed',
    '"shop:2" could not be pushed: the engine said "odd"',
    'Check',
    { phase: 'pushing', driver: { kind: 'failed', message: 'odd' } },
  ],
  [
    'unknown',
    'while starting: the engine said "odd"',
    'deploy log',
    { phase: 'starting', driver: { kind: 'failed', message: 'odd' } },
  ],
  ['unknown', 'not one we know', 'deploy log', {}],
  [
    'freeze_window_hold',
    'held by the window "xmas"',
    'override',
    { phase: 'queued', decided: { code: 'freeze_window_hold', words: { window: 'the window "xmas"' } } },
  ],
  [
    'build_timeout',
    'longer than 10m',
    'again',
    { phase: 'building', decided: { code: 'build_timeout', words: { limit: '10m' } } },
  ],
])('it is %s: "%s", next "%s"', (code, cause, next, more) => {
  const diagnosis = diagnose({ ...facts, ...more }, [], defaultExcerptLimits)
  expect(diagnosis).toMatchObject({ code, cause: expect.stringContaining(cause), next: expect.stringContaining(next) })
  for (const sentence of [diagnosis.cause, diagnosis.next]) expect(sentence).not.toMatch(/[{}|]| {2}| [.,:;]/)
})

test('a registry that does not answer is worth another try, an unknown tag is not', () => {
  const pull = (message: string) =>
    diagnose({ ...facts, phase: 'pulling', driver: { kind: 'failed', message } }, [], defaultExcerptLimits)
  expect(pull('dial tcp 127.0.0.1:5999: connect: connection refused')).toMatchObject({
    code: 'image_pull_failed',
    retryable: true,
  })
  expect(pull('manifest unknown')).toMatchObject({ code: 'image_pull_failed', retryable: false })
})

test('the excerpt is the log with the words of the engine behind it, once', () => {
  const driver = { kind: 'failed', message: 'unauthorized' } as const
  const excerpt = (log: string[]) =>
    diagnose({ ...facts, phase: 'pulling', driver, log }, [], defaultExcerptLimits).log_excerpt
  expect(excerpt(['Pulling from shop'])).toBe('Pulling from shop\nunauthorized')
  expect(excerpt(['Pulling from shop', 'error: unauthorized'])).toBe('Pulling from shop\nerror: unauthorized')
})

test('no secret comes out in any field', () => {
  const message = `The command '/bin/sh -c npm ci --token hunter22' returned a non-zero code: 1`
  const driver = { kind: 'failed', message } as const
  const diagnosis = diagnose(
    { ...facts, phase: 'building', driver, log: ['using hunter22'] },
    ['hunter22'],
    defaultExcerptLimits,
  )
  expect(diagnosis.cause).toContain('npm ci --token (secret)')
  expect(JSON.stringify(diagnosis)).not.toContain('hunter22')
})

test('no part of a secret comes out where a sentence is shortened', () => {
  const secret = 'hunter22'.repeat(50)
  const leaky: FailureFacts[] = [
    {
      ...facts,
      phase: 'building',
      driver: { kind: 'failed', message: `The command '/bin/sh -c x ${secret}' returned a non-zero code: 1` },
    },
    { ...facts, phase: 'starting', driver: { kind: 'failed', message: `odd ${secret}` } },
    { ...facts, probe: { result: 'error', target: 'GET /', message: `odd ${secret}` } },
  ]
  for (const each of leaky)
    expect(JSON.stringify(diagnose(each, [secret], defaultExcerptLimits))).not.toContain('hunter22')
})

test('a log that complains about a variable does not hide that memory ran out', () => {
  const log = ['environment variable CACHE_URL is not set']
  const container = { exitCode: 137, oomKilled: true }
  expect(diagnose({ ...facts, log, container }, [], defaultExcerptLimits).code).toBe('oom_killed')
})
