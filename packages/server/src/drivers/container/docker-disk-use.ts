// How much room things take in the Docker Engine. It measures for one caller at a time; the others ask again.
import { setTimeout as pause } from 'node:timers/promises'
import { type DiskUse, DriverError } from './container.ts'
import type { EngineHttp } from './engine-http.ts'

const askAgainMs = 200

export async function readDiskUse(connection: EngineHttp, signal: AbortSignal): Promise<DiskUse> {
  for (;;) {
    try {
      return readAnswer(await connection.send<DiskUseAnswer>({ method: 'GET', path: '/system/df', signal }))
    } catch (error) {
      if (!(error instanceof DriverError && /already running/i.test(error.message))) throw error
      await pause(askAgainMs, undefined, { signal })
    }
  }
}

interface DiskUseAnswer {
  Images: { Id: string; Size: number; SharedSize: number }[] | null
  Containers: { Id: string; SizeRw?: number }[] | null
  Volumes: { Name: string; UsageData?: { Size: number; RefCount: number } | null }[] | null
}

/** The engine's "unknown" is -1. */
function readAnswer({ Images, Containers, Volumes }: DiskUseAnswer): DiskUse {
  const images = (Images ?? []).map(({ Id, Size, SharedSize }) => [Id, Size - Math.max(SharedSize, 0)])
  const containers = (Containers ?? []).map(({ Id, SizeRw = 0 }) => [Id, SizeRw])
  const volumes = (Volumes ?? []).map(({ Name, UsageData }) => {
    const { Size = -1, RefCount = -1 } = UsageData ?? {}
    // Of one that nobody has counted, the careful answer is that it is used.
    return [Name, { bytes: Size < 0 ? undefined : Size, users: RefCount < 0 ? 1 : RefCount }]
  })
  return {
    images: Object.fromEntries(images),
    containers: Object.fromEntries(containers),
    volumes: Object.fromEntries(volumes),
  }
}
