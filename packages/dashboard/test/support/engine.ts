// A real container engine for the dashboard's tests: a network of their own, and no trace afterwards.
import { afterAll } from 'vitest'
import { dockerEngine } from '../../../server/src/drivers/container/docker.ts'
import { ownSubnet } from '../../../server/test/support/own-subnet.ts'

export const testImage = 'levelrail/test-app:1'

export interface TestEngine {
  /** Settings of a control plane that uses it. */
  env: Record<string, string>
  /** Whose containers, networks and volumes go when the tests are over. */
  cleanUpAfter(instanceId: string): void
}

/** Called before `withDashboard`, so that it cleans up after the control plane has ended. */
export function withEngine(): TestEngine {
  const host = process.env.APP_DOCKER_HOST || 'unix:///var/run/docker.sock'
  const engine = dockerEngine(host)
  const signal = () => AbortSignal.timeout(60_000)
  const instances: string[] = []

  afterAll(async () => {
    for (const instance of instances) {
      for (const { id } of await engine.listContainers({ 'levelrail.instance': instance }, signal()))
        await engine.removeContainer(id, signal())
      await engine.removeNetwork(`levelrail-${instance.slice(-4)}`, signal())
      for (const { name } of await engine.listVolumes(`levelrail.instance=${instance}`, signal()))
        await engine.removeVolume(name, signal())
    }
  })

  return {
    env: {
      APP_DOCKER_HOST: host,
      APP_NETWORK_SUBNET: ownSubnet(),
      APP_STOP_GRACE: '1s',
    },
    cleanUpAfter: (instanceId) => void instances.push(instanceId),
  }
}
