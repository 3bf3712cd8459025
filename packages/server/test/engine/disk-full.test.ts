// The disk of the engine itself is full: the deploy says so, what served is untouched, and with room it goes through.
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startWithAdmin } from '../support/api.ts'
import {
  createApp,
  deployEnv,
  dockerHost,
  eventually,
  settled,
  signal,
  testImage,
  viewApp,
} from '../support/deploying.ts'
import { canRunOwnEngine, copyImage, ownEngine } from '../support/own-engine.ts'

const socket = 'IO::Socket::INET->new("127.0.0.1:8080")'
const answers = ['/usr/bin/perl', '-MIO::Socket::INET', '-e', `exit(${socket} ? 0 : 1)`]

/** Until there is no room for a single byte. Gives what makes room again. */
function fill(dir: string): () => void {
  const path = join(dir, 'filler')
  const file = openSync(path, 'w')
  try {
    for (let size = 1 << 20; size >= 1; size = size > 1 ? size >> 1 : 0) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    }
  } finally {
    closeSync(file)
  }
  return () => rmSync(path, { force: true })
}

test.skipIf(!canRunOwnEngine)(
  'disk_full: a full disk costs the deploy, not what serves, and room is all it needs',
  async () => {
    const { engine, host, dataDir } = await ownEngine({ diskMiB: 160 })
    await copyImage(dockerHost.replace('unix://', ''), host.replace('unix://', ''), testImage)
    const api = await startWithAdmin('sqlite', {
      ...deployEnv(),
      APP_DOCKER_HOST: host,
      APP_DEPLOY_READY_TIMEOUT: '60s',
    })
    // Its network is not ours, so it is asked from inside.
    const readiness = { type: 'command' as const, command: answers }
    await createApp(api, { health: { readiness, liveness: null } })
    const first = await settled(api)
    expect(first.outcome).toBe('healthy')
    const containers = async () => {
      const listed = await engine.listContainers({ 'levelrail.instance': api.ctx.instanceId }, signal())
      return listed.map(({ id, labels, state }) => ({ id, deploy: labels['levelrail.deploy'], state }))
    }
    const [serving] = await containers()
    const id = serving?.id ?? ''
    const startedAt = async () => (await engine.inspectContainer(id, signal())).startedAt
    const before = await startedAt()

    const makeRoom = fill(dataDir)
    onTestFinished(makeRoom)
    const deploy = () => api.call('deployCreate', { params: { name: 'web' }, body: {} }, api.admin)
    await deploy()
    const full = await settled(api)
    expect(full).toMatchObject({ outcome: 'failed', failure: { code: 'disk_full', retryable: true } })
    expect(full.failure?.log_excerpt).toContain('no space left on device')
    await eventually(containers).toEqual([{ id, deploy: first.id, state: 'running' }])
    expect((await viewApp(api)).current_deploy_id).toBe(first.id)
    expect(await startedAt()).toEqual(before)
    const asked = await engine.exec(id, { command: answers, maxOutputBytes: 1000, signal: signal() })
    expect(asked).toMatchObject({ exitCode: 0 })

    makeRoom()
    const { body: again } = await deploy()
    expect(await settled(api)).toMatchObject({ id: again.id, outcome: 'healthy' })
    await eventually(async () => (await containers()).map((each) => [each.deploy, each.state])).toEqual([
      [again.id, 'running'],
    ])
  },
)
