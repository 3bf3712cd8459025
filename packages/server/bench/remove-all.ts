// Takes away what was made on the engine, and tells what stays.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ContainerEngine } from '../src/drivers/container/container.ts'

/**
 * What a control plane asked for just before it ended is made after one has looked, and an engine may let go of an
 * endpoint some time after its container is gone; now and then only when it starts anew.
 */
const mostLooks = 10
const betweenLooksMs = 1000

interface Label {
  key: string
  value: string
}

/** Looks until there is nothing any more. Never throws: the figures are good. */
export async function removeAll(engine: ContainerEngine, label: Label, say: (line: string) => void): Promise<void> {
  const signal = AbortSignal.timeout(300_000)
  for (let looks = 1; ; looks++) {
    const { count, faults } = await removeFound(engine, label, signal).catch((error: unknown) => ({
      count: 1,
      faults: [error],
    }))
    if (count === 0) return
    if (looks === mostLooks || signal.aborted) {
      for (const fault of faults) say(`left behind: ${String(fault)}`)
      return
    }
    await sleep(betweenLooksMs)
  }
}

async function removeFound(engine: ContainerEngine, { key, value }: Label, signal: AbortSignal) {
  const faults: unknown[] = []
  const note = (error: unknown) => void faults.push(error)
  const containers = await engine.listContainers({ [key]: value }, signal)
  let count = containers.length
  const removing = async () => {
    for (let next = containers.pop(); next; next = containers.pop())
      await engine.removeContainer(next.id, signal).catch(note)
  }
  await Promise.all(Array.from({ length: 8 }, removing))
  const networks = await engine.listNetworks(`${key}=${value}`, signal)
  count += networks.length
  for (const { id } of networks) await engine.removeNetwork(id, signal).catch(note)
  return { count, faults }
}
