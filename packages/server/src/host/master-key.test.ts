import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureMasterKey } from './master-key.ts'

test('the key is made once, readable by its owner alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'levelrail-key-'))
  const path = join(folder, 'keys/master.key')
  expect(ensureMasterKey(path)).toBe(true)
  const key = readFileSync(path, 'utf8')
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'keys')).mode & 0o777).toBe(0o700)
  expect(ensureMasterKey(path)).toBe(false)
  expect(readFileSync(path, 'utf8')).toBe(key)
  rmSync(folder, { recursive: true })
})
