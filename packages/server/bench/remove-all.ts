// Takes away what was made on the engine, and tells what stays.
import type { ContainerEngine } from '../src/drivers/container/container.ts'

export async function removeAll(
  engine: ContainerEngine,
  labels: Record<string, string>,
  network: string,
  say: (line: string) => void,
): Promise<void> {
  const signal = AbortSignal.timeout(300_000)
  const containers = await engine.listContainers(labels, signal)
  const removing = async () => {
    for (let next = containers.pop(); next; next = containers.pop()) await engine.removeContainer(next.id, signal)
  }
  await Promise.all(Array.from({ length: 8 }, removing))
  // Engines now and then keep an endpoint of a container that is gone, until they start anew; the figures are good.
  await engine.removeNetwork(network, signal).catch((error: unknown) => say(`left behind: ${String(error)}`))
}
