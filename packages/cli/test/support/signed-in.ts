// A signed-in admin at the command line, for all tests of a file, against a real control plane whose engine is away.
import { afterAll, beforeAll } from 'vitest'
import { startServer } from '../../../server/test/support/server.ts'
import { forget, type Person, person } from './levelrail.ts'

export const email = 'ada@example.com'
const password = 'correct horse battery'

export function withSignedIn() {
  let server: Awaited<ReturnType<typeof startServer>>
  let ada: Person
  beforeAll(async () => {
    // Nothing that waits for the engine may give up while the tests look at it, however slow the machine is.
    const env = { APP_DOCKER_HOST: 'unix:///nonexistent/docker.sock', APP_DEPLOY_READY_TIMEOUT: '30m' }
    server = await startServer({ env })
    ada = person(server.url)
    const body = JSON.stringify({ token: server.setupToken, email, password, display_name: 'Ada Lovelace' })
    await ada.run(['api', 'setupComplete', '--body-file', '-'], { stdin: body })
    await ada.run(['auth', 'login', '--email', email, '--password-stdin'], { stdin: `${password}\n` })
  })
  afterAll(async () => {
    forget(ada)
    await server.stop()
  })
  /** A command line without quotes: its words are what stands between spaces. */
  const run = (line: string, stdin?: string) => ada.run(line.split(' '), stdin === undefined ? {} : { stdin })
  const json = async (line: string) => JSON.parse((await run(`${line} --json`)).stdout)
  return { ada: () => ada, run, json, url: () => server.url }
}
