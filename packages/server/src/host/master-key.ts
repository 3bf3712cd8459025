// Makes the master key that seals secrets: a file of its own, outside the data folder that gets backed up.
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** True if a new key was made. */
export function ensureMasterKey(path: string): boolean {
  if (existsSync(path)) return false
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, `${randomBytes(32).toString('base64')}\n`)
    // Losing it means losing every sealed secret, so it is on disk before anything is sealed with it.
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return true
}
