// The command line against a control plane of its own on the real engine, for all tests of a file.
import { afterAll, beforeAll } from 'vitest'
import { forget, type Person, person } from '../../../cli/test/support/levelrail.ts'
import { deployEnv, removeAllOf } from './deploying.ts'
import { startServer } from './server.ts'

export const email = 'ada@example.com'
const password = 'correct horse battery'

export interface Cli {
  ada: Person
  instanceId: string
  /** Words that hold no space. */
  run(line: string): ReturnType<Person['run']>
  // biome-ignore lint/suspicious/noExplicitAny: what a command prints, read as its test likes
  json(line: string): Promise<any>
}

/** Filled in before the first test. */
export function withCli(env: Record<string, string> = {}): Cli {
  let server: Awaited<ReturnType<typeof startServer>>
  const cli: Cli = {
    ada: person(),
    instanceId: '',
    run: (line) => cli.ada.run(line.split(' ')),
    json: async (line) => JSON.parse((await cli.run(`${line} --json`)).stdout),
  }
  beforeAll(async () => {
    server = await startServer({ env: { ...deployEnv(), ...env } })
    cli.ada.env.APP_API_URL = server.url
    const body = JSON.stringify({ token: server.setupToken, email, password, display_name: 'Ada Lovelace' })
    await cli.ada.run(['api', 'setupComplete', '--body-file', '-'], { stdin: body })
    await cli.ada.run(['auth', 'login', '--email', email, '--password-stdin'], { stdin: `${password}\n` })
    cli.instanceId = (await cli.json('status')).instance_id
  })
  afterAll(async () => {
    forget(cli.ada)
    await server.stop()
    await removeAllOf(cli.instanceId)
  })
  return cli
}
