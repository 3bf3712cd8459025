// Real things that end with the test that asked for them.
import { onTestFinished } from 'vitest'
import { type RunningServer, type ServerOptions, startServer } from './server.ts'

export async function serverForTest(options: ServerOptions = {}): Promise<RunningServer> {
  const server = await startServer(options)
  onTestFinished(() => server.stop())
  return server
}
