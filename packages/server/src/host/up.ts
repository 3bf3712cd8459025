// `levelrail up`: everything from a bare machine to a running control plane, with progress. What is already done is
// only looked at, so a second run is quick. Without an engine it says what is missing and starts the control plane.
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DriverError } from '../drivers/container/container.ts'
import { imageRecipes, platformImages } from '../features/images/image-recipes.ts'
import { becomeReady, isTaken, lastLogLines, NotReady, serverLog, startControlPlane } from './control-plane.ts'
import { setUpEngine } from './engine-setup.ts'
import { describeReport } from './image-progress.ts'
import { makeImages } from './make-images.ts'
import { ensureMasterKey } from './master-key.ts'
import { findStarted, forgetStarted, type StartedProcess, stopStarted } from './run-state.ts'
import { findSshSession } from './ssh-session.ts'
import { createSteps } from './steps.ts'
import { stopIngress } from './stop-ingress.ts'
import { describeSummary, type ListenAddress, parseListenAddress } from './summary.ts'

const usage = `Usage: npm run up [-- --detach]

Sets up what is missing, starts the control plane and prints the dashboard's address.

  --detach   return when it is ready; \`npm run down\` stops it
  --help     this text

APP_* variables are passed to the control plane; APP_DATA_DIR (./data) and APP_HTTP_ADDR (127.0.0.1:8080) are the usual
ones. APP_ADMIN_EMAIL and APP_ADMIN_PASSWORD make the first admin without the set-up link.
`

const root = join(import.meta.dirname, '../../../..')
const stopGraceMs = 15_000

interface Plan {
  isDetached: boolean
  runDir: string
  dataDir: string
  address: ListenAddress
  env: NodeJS.ProcessEnv
}

const steps = createSteps({
  isTerminal: process.stdout.isTTY === true,
  write: (text) => void process.stdout.write(text),
})
const startedAt = Number(process.env.LEVELRAIL_STARTED_AT ?? Date.now())

process.exitCode = await main(process.argv.slice(2), process.env)

async function main(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const plan = makePlan(args, env)
  if (typeof plan === 'string') {
    process.stderr.write(plan)
    return 1
  }
  if (plan === undefined) {
    process.stdout.write(usage)
    return 0
  }
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort(new Error('interrupted'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt)
  try {
    return await bringUp(plan, interrupted.signal)
  } catch (error) {
    if (!interrupted.signal.aborted) throw error
    steps.say('Interrupted. What was done is kept; `npm run up` goes on from there.')
    return 130
  }
}

/** The text of a usage error, or undefined when help was asked for. */
function makePlan(args: string[], env: NodeJS.ProcessEnv): Plan | string | undefined {
  let values: { detach?: boolean; help?: boolean }
  try {
    values = parseArgs({ args, options: { detach: { type: 'boolean' }, help: { type: 'boolean' } } }).values
  } catch (error) {
    return `${error instanceof Error ? error.message : error}\n\n${usage}`
  }
  if (values.help) return undefined
  const address = parseListenAddress(env.APP_HTTP_ADDR || '127.0.0.1:8080')
  if (address === undefined) return `APP_HTTP_ADDR is "${env.APP_HTTP_ADDR}"; it must be host:port or :port\n`
  return {
    isDetached: values.detach === true,
    runDir: resolve(env.LEVELRAIL_RUN_DIR || join(root, '.run')),
    dataDir: resolve(env.APP_DATA_DIR || join(root, 'data')),
    address,
    env,
  }
}

async function bringUp(plan: Plan, signal: AbortSignal): Promise<number> {
  const engineHost = await prepareEngine(plan, signal)
  const running = findStarted(plan.runDir, 'server')
  if (running !== undefined) return joinRunning(plan, running, signal)

  if (await isTaken(plan.address)) {
    steps.say(
      `Another program listens on port ${plan.address.port} already. Choose another: APP_HTTP_ADDR=127.0.0.1:8081 npm run up`,
    )
    return 1
  }

  const { child, started } = startControlPlane({ ...plan, root, env: serverEnvironment(plan, engineHost) })
  try {
    await steps.step('Start the control plane', () => becomeReady(plan.address, started, signal))
  } catch (error) {
    await stopServer(plan, started)
    if (!(error instanceof NotReady)) throw error
    steps.say(`${error.message} Its last words (${shown(serverLog(plan.runDir))}):`)
    steps.say(lastLogLines(plan.runDir, 15))
    return 1
  }
  steps.say(summaryOf(plan, plan.address, plan.isDetached ? 'npm run down' : 'Ctrl-C, or npm run down'))
  if (plan.isDetached) {
    child.unref()
    return 0
  }
  return stayAttached(plan, started, once(child, 'exit'), signal)
}

/** Gives the engine's address, or undefined after saying what is missing. */
async function prepareEngine(plan: Plan, signal: AbortSignal): Promise<string | undefined> {
  const engine = await setUpEngine({ env: plan.env, runDir: plan.runDir, steps, signal })
  if (engine.kind === 'missing') {
    steps.say(`! No apps can run yet: ${engine.what}.`)
    for (const line of engine.how) steps.say(`    ${line}`)
    steps.say('  Then run `npm run up` again. The control plane starts without it.')
    return undefined
  }
  steps.say(`✓ Container engine ${engine.version.engine} at ${engine.host}`)
  const recipes = imageRecipes.filter((recipe) => platformImages.includes(recipe.name))
  try {
    const reports = await steps.step('Platform images', (report) =>
      makeImages({
        engineHost: engine.host,
        recipes,
        onProgress: (progress) => progress.kind === 'working' && report(`${progress.name}: ${progress.detail}`),
        signal,
      }),
    )
    for (const report of reports.filter((each) => !each.ok)) {
      steps.say(`! ${describeReport(report).slice(2)}`)
      steps.say(`    Try again with: node bin/levelrail.mjs images build ${report.name}`)
    }
  } catch (error) {
    if (!(error instanceof DriverError)) throw error
    steps.say(`! ${error.message}`)
  }
  return engine.host
}

function serverEnvironment(plan: Plan, engineHost: string | undefined): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...plan.env, APP_DATA_DIR: plan.dataDir }
  const host = engineHost ?? (env.APP_DOCKER_HOST || env.DOCKER_HOST)
  if (host) env.APP_DOCKER_HOST = host
  if (env.APP_MASTER_KEY || env.APP_MASTER_KEY_FILE) return env
  const keyFile = join(root, 'keys/master.key')
  const hadData = existsSync(plan.dataDir)
  if (ensureMasterKey(keyFile)) {
    steps.say(`✓ New master key in ${shown(keyFile)}: keep a copy apart from your backups`)
    if (hadData)
      steps.say('! There was data already: secrets that an earlier key sealed cannot be opened with this one.')
  }
  return { ...env, APP_MASTER_KEY_FILE: keyFile }
}

async function joinRunning(plan: Plan, running: StartedProcess, signal: AbortSignal): Promise<number> {
  const address = parseListenAddress(running.address) ?? plan.address
  steps.say(`✓ The control plane is running already (process ${running.pid})`)
  try {
    await becomeReady(address, running, signal)
  } catch (error) {
    if (!(error instanceof NotReady)) throw error
    steps.say(`${error.message} See ${shown(serverLog(plan.runDir))}, or stop it with: npm run down`)
    return 1
  }
  steps.say(summaryOf(plan, address, 'npm run down'))
  return 0
}

function summaryOf(plan: Plan, address: ListenAddress, stopWith: string): string {
  const tokenFile = join(plan.dataDir, 'setup-token')
  return `\n${describeSummary({
    address,
    setupToken: existsSync(tokenFile) ? readFileSync(tokenFile, 'utf8').trim() : undefined,
    ssh: findSshSession(plan.env),
    readyMs: Date.now() - startedAt,
    stopWith,
    logFile: shown(serverLog(plan.runDir)),
  })}`
}

async function stayAttached(
  plan: Plan,
  started: StartedProcess,
  serverEnd: Promise<unknown[]>,
  signal: AbortSignal,
): Promise<number> {
  const interruption = signal.aborted ? Promise.resolve() : once(signal, 'abort').then(() => {})
  const ended = await Promise.race([serverEnd, interruption])
  if (ended === undefined) {
    await steps.step('Stop the control plane', () => stopServer(plan, started))
    return 0
  }
  forgetStarted(plan.runDir, 'server')
  const [code] = ended
  if (code === 0) {
    steps.say('The control plane was stopped.')
    return 0
  }
  steps.say(`The control plane ended by itself. Its last words (${shown(serverLog(plan.runDir))}):`)
  steps.say(lastLogLines(plan.runDir, 15))
  return 1
}

async function stopServer(plan: Plan, started: StartedProcess): Promise<void> {
  await stopStarted(started, stopGraceMs)
  forgetStarted(plan.runDir, 'server')
  await stopIngress(plan.dataDir, plan.runDir, plan.env)
}

function shown(path: string): string {
  const fromRoot = relative(root, path)
  return fromRoot.startsWith('..') ? path : fromRoot
}
