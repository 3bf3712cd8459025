// `levelrail down`: stops what `up` started, the ingress too, and keeps all data. The engine goes on running, and apps
// with it, unless `--all` asks for it and `up` was the one that started it.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from '../lib/run.ts'
import { findStarted, forgetStarted, stopStarted } from './run-state.ts'
import { findStartedUnit, forgetStartedUnit } from './started-unit.ts'
import { createSteps } from './steps.ts'
import { stopIngress } from './stop-ingress.ts'

const usage = `Usage: npm run down [-- --all]

Stops the control plane that \`npm run up\` started, and its ingress. Apps go on running, and all data stays.

  --all    stop the container engine too, if \`up\` started it
  --help   this text
`

const steps = createSteps({
  isTerminal: process.stdout.isTTY === true,
  write: (text) => void process.stdout.write(text),
})

process.exitCode = await main(process.argv.slice(2), process.env)

async function main(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  let values: { all?: boolean; help?: boolean }
  try {
    values = parseArgs({ args, options: { all: { type: 'boolean' }, help: { type: 'boolean' } } }).values
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    return 1
  }
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const root = join(import.meta.dirname, '../../../..')
  const runDir = resolve(env.LEVELRAIL_RUN_DIR || join(root, '.run'))
  await stopServer(runDir)
  if (await stopIngress(resolve(env.APP_DATA_DIR || join(root, 'data')), runDir, env))
    steps.say('✓ Stopped the ingress; apps go on running, but are not reachable through it')
  await (values.all === true ? stopEngine(runDir) : tellOfEngine(runDir))
  return 0
}

async function stopServer(runDir: string): Promise<void> {
  const server = findStarted(runDir, 'server')
  if (server === undefined) steps.say('The control plane is not running.')
  else {
    const wentWell = await steps.step('Stop the control plane', () => stopStarted(server, 15_000))
    if (!wentWell) steps.say('! It did not stop within 15 s and was killed.')
    steps.say('  All data is kept; `npm run up` starts it again.')
  }
  forgetStarted(runDir, 'server')
}

async function stopEngine(runDir: string): Promise<void> {
  const engine = findStarted(runDir, 'engine')
  const unit = findStartedUnit(runDir)
  if (engine === undefined && unit === undefined) {
    steps.say('The container engine was not started by `up`, so it is left alone.')
    return
  }
  await steps.step('Stop the container engine', async () => {
    if (engine !== undefined) await stopStarted(engine, 60_000)
    if (unit !== undefined) await run('systemctl', ['stop', `${unit}.socket`, `${unit}.service`])
  })
  steps.say('  Containers go on running without it where live-restore is on.')
  forgetStarted(runDir, 'engine')
  forgetStartedUnit(runDir)
}

async function tellOfEngine(runDir: string): Promise<void> {
  if (findStarted(runDir, 'engine') === undefined && findStartedUnit(runDir) === undefined) return
  steps.say('The container engine that `up` started goes on; `npm run down -- --all` stops it too.')
}
