// Prepares a checkout before anything of ours can run: npm packages for this lock file, and the built dashboard.
// Runs on the host's own Node 20 with built-ins alone. Both are quick look-ups when there is nothing to do.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The Node 24 that the packages bring; everything else runs on it. */
export const bundledNode = join(root, 'node_modules/.bin/node')

const lockFile = join(root, 'package-lock.json')
const installStamp = join(root, 'node_modules/.levelrail-lock')
const dashboardStamp = join(root, 'node_modules/.levelrail-dashboard')
const dashboard = join(root, 'packages/dashboard')

/** Installs the npm packages unless they are those of the current lock file. */
export async function ensureInstall() {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  if (existsSync(bundledNode) && (readStamp(installStamp) === lock || wasInstalledByHand())) {
    if (readStamp(installStamp) !== lock) writeFileSync(installStamp, lock)
    return
  }
  await step('Install the npm packages', ['ci', '--no-audit', '--no-fund'])
  if (!existsSync(bundledNode)) {
    throw new Error(
      `npm brought no Node 24 for ${process.platform}-${process.arch}: Levelrail runs on Linux, x64 or arm64, with npm's optional packages on`,
    )
  }
  writeFileSync(installStamp, lock)
}

/** Builds the dashboard when its sources are not those of the last build. */
export async function ensureDashboard() {
  if (!existsSync(join(dashboard, 'index.html'))) return
  const inputs = ['app', 'public', 'index.html', 'vite.config.ts', 'package.json'].map((name) => join(dashboard, name))
  const sources = hashFiles([...inputs, join(root, 'packages/contract/src'), lockFile])
  if (existsSync(join(dashboard, 'dist/index.html')) && readStamp(dashboardStamp) === sources) return
  await step('Build the dashboard', ['run', 'build:dashboard'])
  writeFileSync(dashboardStamp, sources)
}

/** npm notes what it installed; a note younger than the lock file means that someone ran `npm ci` already. */
function wasInstalledByHand() {
  const note = join(root, 'node_modules/.package-lock.json')
  return existsSync(note) && statSync(note).mtimeMs > statSync(lockFile).mtimeMs
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

function hashFiles(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(listFiles))
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path))
  return hash.digest('hex')
}

function listFiles(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)))
}

/** Runs npm and shows that it goes on, what it said last when it fails, and the time it took. */
async function step(name, npmArguments) {
  const startedAt = Date.now()
  const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`
  const isTerminal = process.stderr.isTTY
  const show = () =>
    process.stderr.write(`${isTerminal ? '\r\x1b[2K' : ''}  ${name} ... ${seconds()}${isTerminal ? '' : '\n'}`)
  const first = setTimeout(show, 1_000)
  const ticker = setInterval(show, isTerminal ? 1_000 : 10_000)
  try {
    await runNpm(npmArguments)
    process.stderr.write(`${isTerminal ? '\r\x1b[2K' : ''}✓ ${name} (${seconds()})\n`)
  } finally {
    clearTimeout(first)
    clearInterval(ticker)
  }
}

function runNpm(npmArguments) {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', npmArguments, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const keep = (chunk) => {
      said = (said + chunk).slice(-20_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => reject(new Error(`npm did not start: ${error.message}`)))
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`\`npm ${npmArguments.join(' ')}\` ended with code ${code}:\n${pickReason(said)}`))
    })
  })
}

/** npm says why first and then prints its manual. */
function pickReason(said) {
  const lines = said.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('npm warn'))
  return lines.slice(0, 15).join('\n')
}
