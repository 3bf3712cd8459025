import { expect, test } from 'vitest'
import { type HostFacts, planEngine } from './engine-plan.ts'

const debian: HostFacts = {
  osFamily: ['debian'],
  osName: 'Debian GNU/Linux 12',
  isRoot: true,
  dockerd: undefined,
  isDenied: false,
  hasSystemd: true,
}

test('root on Debian installs the engine and starts it with systemd', () => {
  expect(planEngine(debian)).toEqual({ kind: 'start', by: 'systemd', install: true })
})

test('a derivative of Debian counts as Debian', () => {
  expect(planEngine({ ...debian, osFamily: ['linuxmint', 'ubuntu', 'debian'] })).toMatchObject({ kind: 'start' })
})

test('without systemd the engine is started directly', () => {
  expect(planEngine({ ...debian, hasSystemd: false, dockerd: '/usr/sbin/dockerd' })).toEqual({
    kind: 'start',
    by: 'dockerd',
    install: false,
  })
})

test('without root it says what is missing and the commands to get it', () => {
  const plan = planEngine({ ...debian, isRoot: false })
  expect(plan).toMatchObject({ kind: 'missing', what: 'there is no container engine, and installing one needs root' })
  expect(plan.kind === 'missing' && plan.how.slice(0, 3)).toEqual([
    'sudo apt-get update',
    'sudo apt-get install docker.io',
    'sudo systemctl enable --now docker',
  ])
})

test('an installed engine that is stopped is only started, not installed again', () => {
  const plan = planEngine({ ...debian, isRoot: false, dockerd: '/usr/sbin/dockerd' })
  expect(plan).toMatchObject({ what: expect.stringContaining('does not answer') })
})

test('a system it does not know is named, even for root', () => {
  const plan = planEngine({ ...debian, osFamily: ['plan9'], osName: 'Plan 9' })
  expect(plan).toMatchObject({ kind: 'missing', what: expect.stringContaining('Plan 9') })
})

test('an engine that this user may not use is not taken for a missing one', () => {
  const plan = planEngine({ ...debian, isRoot: false, dockerd: '/usr/sbin/dockerd', isDenied: true })
  expect(plan).toMatchObject({ what: 'this user may not use the container engine' })
})
