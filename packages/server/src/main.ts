// The control plane's entry: environment -> settings -> compose -> start -> wait for a signal -> stop.
import { startControlPlane } from './compose.ts'
import { BadSettings, readSettings } from './settings.ts'

function fail(lines: string[]): never {
  for (const line of lines) process.stderr.write(`levelrail: ${line}\n`)
  process.exit(1)
}

function read() {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (error instanceof BadSettings) fail(error.lines)
    throw error
  }
}

const { settings, warnings } = read()
for (const warning of warnings) process.stderr.write(`levelrail: warning: ${warning}\n`)

const controlPlane = await startControlPlane(settings).catch((error: unknown) =>
  fail([error instanceof Error ? error.message : String(error)]),
)

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    // What does not end in time is cut off: it must be safe to kill anyway.
    setTimeout(() => process.exit(1), settings.APP_SHUTDOWN_TIMEOUT).unref()
    controlPlane.stop().then(
      () => process.exit(0),
      (error: unknown) => fail([`stopping: ${error instanceof Error ? error.message : String(error)}`]),
    )
  })
}
