// A read of the engine on behalf of a request: bounded in time, and an engine that does not answer is said so.
import type { Context } from '../../context.ts'
import { type ContainerEngine, DriverError } from '../../drivers/container/container.ts'
import { unavailable } from '../../errors.ts'

const deadlineMs = 10_000

export async function askEngine<T>(
  { engine }: Pick<Context, 'engine'>,
  signal: AbortSignal,
  ask: (engine: ContainerEngine, limit: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await ask(engine, AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]))
  } catch (error) {
    if (error instanceof DriverError && error.kind === 'unreachable') throw unavailable(error.message)
    throw error
  }
}
