// Stops the ingress that the control plane of this machine started: found by its labels, never anything else. It stays
// stopped until the control plane is up again.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DriverError } from '../drivers/container/container.ts'
import { dockerEngine } from '../drivers/container/docker.ts'
import { ingressLabels } from '../features/ingress/ingress-container.ts'
import { findStarted } from './run-state.ts'

const graceSeconds = 5
const deadlineMs = 30_000

/** True when one was stopped. An engine that does not answer runs no ingress that could be stopped. */
export async function stopIngress(dataDir: string, runDir: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const nodeId = readNodeId(dataDir)
  if (nodeId === undefined) return false
  const started = findStarted(runDir, 'engine')?.address
  const engine = dockerEngine(env.APP_DOCKER_HOST || env.DOCKER_HOST || started || 'unix:///var/run/docker.sock')
  const signal = AbortSignal.timeout(deadlineMs)
  try {
    const found = await engine.listContainers(ingressLabels(nodeId), signal)
    const running = found.filter(({ state }) => state === 'running' || state === 'restarting')
    for (const { id } of running) await engine.stopContainer(id, graceSeconds, signal)
    return running.length > 0
  } catch (error) {
    if (error instanceof DriverError) return false
    throw error
  }
}

function readNodeId(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'node-id'), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
