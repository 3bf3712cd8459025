import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findStarted, forgetStarted, isRunning, rememberStarted, stopStarted } from './run-state.ts'

let runDir = ''
beforeEach(() => {
  runDir = mkdtempSync(join(tmpdir(), 'levelrail-run-'))
})
afterEach(() => rmSync(runDir, { recursive: true }))

test('a running process is found again, and stopped', async () => {
  const pid = startSleep()
  rememberStarted(runDir, 'server', pid, '127.0.0.1:1')
  const found = findStarted(runDir, 'server')
  expect(found).toMatchObject({ pid, address: '127.0.0.1:1' })
  if (found === undefined) return
  expect(await stopStarted(found, 2_000)).toBe(true)
  expect(isRunning(found)).toBe(false)
  expect(findStarted(runDir, 'server')).toBeUndefined()
})

test('another process with the same id is not taken for it', async () => {
  const pid = startSleep()
  const real = rememberStarted(runDir, 'server', pid, 'x')
  writeFileSync(join(runDir, 'server.json'), JSON.stringify({ pid, startTime: '1', address: 'x' }))
  expect(findStarted(runDir, 'server')).toBeUndefined()
  expect(await stopStarted({ pid, startTime: '1', address: 'x' }, 100)).toBe(true)
  expect(isRunning(real)).toBe(true)
  await stopStarted(real, 2_000)
})

test('nothing, or nonsense, is remembered as nothing', () => {
  expect(findStarted(runDir, 'engine')).toBeUndefined()
  writeFileSync(join(runDir, 'engine.json'), '{"pid":"many"}')
  expect(findStarted(runDir, 'engine')).toBeUndefined()
  forgetStarted(runDir, 'engine')
  forgetStarted(runDir, 'engine')
})

function startSleep(): number {
  const child = spawn('sleep', ['30'], { stdio: 'ignore' })
  if (child.pid === undefined) throw new Error('sleep did not start')
  return child.pid
}
