// At most N of something at once; the rest wait in order, and no longer than their signal lets them.

export function createSemaphore(places: number): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let free = places
  const waiting: (() => void)[] = []

  async function takePlace(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (free > 0) {
      free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(signal?.reason)
      }
      waiting.push(go)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  return async (work, signal) => {
    await takePlace(signal)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
