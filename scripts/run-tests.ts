// Runs the tests of one kind after making sure that what they need is on this machine: PostgreSQL, a browser, a
// tracer, an engine. Ends with the plain line `N passed, N failed`.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { imageRecipes } from '../packages/server/src/features/images/image-recipes.ts'
import { installPackages } from '../packages/server/src/host/engine-setup.ts'
import { describeReport } from '../packages/server/src/host/image-progress.ts'
import { makeImages } from '../packages/server/src/host/make-images.ts'
import { createSteps } from '../packages/server/src/host/steps.ts'
import { ensureEngine } from '../packages/server/test/support/engine.ts'

const root = join(import.meta.dirname, '..')
const testImages = ['haproxy:3', 'test-app:1', 'static:1']
const mostUnsteadyFiles = 3

interface Mode {
  projects: string[]
  env: Record<string, string>
  needsMachine: boolean
}

const modes: Record<string, Mode> = {
  all: { projects: ['pure', 'store', 'api', 'process', 'engine', 'browser'], env: {}, needsMachine: true },
  fast: { projects: ['pure', 'store', 'api'], env: { LEVELRAIL_TEST_FAST: '1' }, needsMachine: false },
  crash: { projects: ['crash'], env: {}, needsMachine: false },
}

const [name = 'all', ...filters] = process.argv.slice(2)
const mode = modes[name]
if (!mode) {
  process.stderr.write(`no kind of tests ${JSON.stringify(name)}: ${Object.keys(modes).join(', ')}\n`)
  process.exit(1)
}
if (mode.needsMachine) await prepareMachine()
process.exit(await runTests(mode, filters))

async function prepareMachine(): Promise<void> {
  const missing = [
    ...(hasPostgres() ? [] : ['postgresql']),
    ...(existsSync('/usr/bin/chromium') ? [] : ['chromium']),
    ...(existsSync('/usr/bin/strace') ? [] : ['strace']),
    ...(existsSync('/usr/bin/pebble') ? [] : ['pebble']),
  ]
  const steps = createSteps({
    isTerminal: process.stderr.isTTY === true,
    write: (text) => void process.stderr.write(text),
  })
  if (missing.includes('postgresql')) keepClusterAway()
  if (missing.length > 0) {
    await steps.step(`Install ${missing.join(', ')}`, (report) =>
      installPackages(missing, report, AbortSignal.timeout(900_000)),
    )
  }
  const engineHost = await ensureEngine()
  await steps.step('Test images', (report) => makeTestImages(engineHost, report))
}

/** Built from Debian's packages where they are not there yet; a run finds those of the last one. */
async function makeTestImages(engineHost: string, report: (detail: string) => void): Promise<void> {
  const recipes = imageRecipes.filter(({ name }) => testImages.includes(name))
  const reports = await makeImages({
    engineHost,
    recipes,
    onProgress: (progress) => progress.kind === 'working' && report(`${progress.name}: ${progress.detail}`),
    signal: AbortSignal.timeout(900_000),
  })
  const failed = reports.filter(({ ok }) => !ok)
  if (failed.length > 0) throw new Error(failed.map(describeReport).join('\n'))
}

function hasPostgres(): boolean {
  const versions = '/usr/lib/postgresql'
  return (
    existsSync(versions) && readdirSync(versions).some((version) => existsSync(join(versions, version, 'bin/initdb')))
  )
}

/** The tests make clusters of their own; Debian's package would make and start one that nobody asked for. */
function keepClusterAway(): void {
  const file = '/etc/postgresql-common/createcluster.conf'
  if (existsSync(file)) return
  mkdirSync('/etc/postgresql-common', { recursive: true })
  writeFileSync(file, 'create_main_cluster = false\n')
}

/** Few files that failed are run once more by themselves. What passes then is named as unsteady, in every run: something
 *  in the test or in the product depends on what else happens, and that is a fault to find. */
async function runTests({ projects, env }: Mode, filters: string[]): Promise<number> {
  let run = await runVitest(projects, env, filters)
  const unsteady = run.failed
  if (run.files.length > 0 && run.files.length <= mostUnsteadyFiles) {
    process.stdout.write(`\nOnce more, by themselves: ${run.files.join(', ')}\n`)
    const again = await runVitest(projects, env, run.files)
    run = { ...again, passed: run.passed - run.passedInFiles + again.passed }
  }
  if (run.code === 0) for (const title of unsteady) process.stdout.write(`Unsteady: ${title}\n`)
  else for (const title of run.failed) process.stdout.write(`Failed: ${title}\n`)
  // A file that could not be loaded, or an error outside any test, fails the run without failing a test.
  const failed = run.code === 0 ? 0 : Math.max(1, run.failed.length)
  process.stdout.write(`\n${run.passed} passed, ${failed} failed\n`)
  return run.code
}

interface TestRun {
  code: number
  passed: number
  /** Titles of the tests that failed. */
  failed: string[]
  /** Those in which something failed, and how many of their tests passed. */
  files: string[]
  passedInFiles: number
}

interface Report {
  numPassedTests: number
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

async function runVitest(projects: string[], env: Record<string, string>, filters: string[]): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), 'levelrail-results-'))
  const file = join(folder, 'results.json')
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...filters,
  ]
  // By its file, so that it runs on this Node whatever the PATH says.
  const vitest = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const code = await new Promise<number>((resolve) => vitest.on('exit', (status) => resolve(status ?? 1)))
  const report: Report = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { numPassedTests: 0, testResults: [] }
  rmSync(folder, { recursive: true, force: true })
  return { code, passed: report.numPassedTests, ...failuresOf(report) }
}

function failuresOf({ testResults }: Report): Pick<TestRun, 'failed' | 'files' | 'passedInFiles'> {
  const inFailed = testResults.filter(({ status }) => status === 'failed')
  const tests = inFailed.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, title: `${relative(root, name)}: ${test.fullName}` })),
  )
  return {
    failed: tests.filter(({ status }) => status === 'failed').map(({ title }) => title),
    files: inFailed.map(({ name }) => relative(root, name)),
    passedInFiles: tests.filter(({ status }) => status === 'passed').length,
  }
}
