import { expect, test } from 'vitest'
import { describeFailure, type FailureCode, failureCodes, fillSentence } from './failure-codes.ts'

const codes = Object.keys(failureCodes) as FailureCode[]

test('the codes are those of Spec 7.3, in its order', () => {
  expect(codes).toEqual([
    'dockerfile_error',
    'dependency_install_failed',
    'compile_error',
    'build_config_error',
    'build_out_of_memory',
    'build_timeout',
    'image_pull_failed',
    'port_not_listening',
    'health_check_failed',
    'container_crashed',
    'oom_killed',
    'missing_env',
    'registry_push_failed',
    'disk_full',
    'runtime_unreachable',
    'freeze_window_hold',
    'approval_pending',
    'scan_gate_blocked',
    'rollback_target_gone',
    'unknown',
  ])
})

test.each(['build_timeout', 'registry_push_failed', 'runtime_unreachable', 'freeze_window_hold'] as const)(
  '%s is retryable, as the specification states',
  (code) => {
    expect(failureCodes[code].retryable).toBe(true)
  },
)

test.each(codes)('%s reads as whole sentences when no fact is known, and says why it is retryable or not', (code) => {
  const { cause, next } = describeFailure(code, {})
  for (const sentence of [cause, next]) {
    expect(sentence).toMatch(/^[A-Z][^{}|]*\.$/)
    expect(sentence).not.toMatch(/ {2}| [.,:]|\(\)|""|``/)
  }
  expect(failureCodes[code].because.length).toBeGreaterThan(10)
})

test('a failure that the control plane decided is described with its facts', () => {
  expect(describeFailure('missing_env', { names: 'DATABASE_URL, API_KEY' })).toEqual({
    code: 'missing_env',
    cause: 'Required variables have no value: DATABASE_URL, API_KEY.',
    next: 'Set DATABASE_URL, API_KEY on the app, its environment or its project, and deploy again.',
    log_excerpt: '',
    retryable: false,
  })
})

test('facts are put in on one line and not longer than a sentence bears', () => {
  expect(fillSentence('It said {what|nothing}.', { what: 'a\n  b' })).toBe('It said a b.')
  expect(fillSentence('It said {what|nothing}.', { what: '' })).toBe('It said nothing.')
  expect(fillSentence('It said {what|nothing}.', { what: 'x'.repeat(5000) }).length).toBeLessThan(320)
})
