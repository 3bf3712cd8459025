// Remembers that `up` started the engine through systemd, which keeps the process itself: there is no id to hold.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export function rememberStartedUnit(runDir: string, unit: string): void {
  mkdirSync(runDir, { recursive: true })
  writeFileSync(path(runDir), `${unit}\n`)
}

export function findStartedUnit(runDir: string): string | undefined {
  return existsSync(path(runDir)) ? readFileSync(path(runDir), 'utf8').trim() : undefined
}

export function forgetStartedUnit(runDir: string): void {
  rmSync(path(runDir), { force: true })
}

function path(runDir: string): string {
  return join(runDir, 'engine-unit')
}
