// Runs one of our programs on the Node 24 that npm brought, with this process's arguments, terminal and signals.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { bundledNode, root } from './ensure-install.mjs'

export function handOver(script) {
  const program = join(root, script)
  const child = spawn(bundledNode, ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)], {
    stdio: 'inherit',
    // So that the time shown at the end counts from the first command.
    env: { LEVELRAIL_STARTED_AT: String(Math.round(performance.timeOrigin)), ...process.env },
  })
  // Ctrl-C reaches the child by the terminal; this process only has to outlive it.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
}
