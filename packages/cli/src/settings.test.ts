import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeCredentials } from './credentials.ts'
import type { GlobalValues } from './options.ts'
import { isColorWanted, readSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'levelrail-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))
const home = { XDG_CONFIG_HOME: folder }
const plain: GlobalValues = {
  ...{ 'api-url': undefined, 'token-file': undefined, timeout: undefined },
  ...{ json: false, 'no-color': false, help: false, version: false },
}

test('with nothing said it is this machine, without a credential, within 30 s', async () => {
  expect(await readSettings({ XDG_CONFIG_HOME: join(folder, 'empty') }, plain)).toMatchObject({
    ...{ apiUrl: 'http://127.0.0.1:8080', credential: { kind: 'none' }, timeoutMs: 30_000 },
  })
})

test('an option goes before the environment, and that before the sign-in', async () => {
  const path = join(folder, 'levelrail/credentials.json')
  await writeCredentials(path, { api_url: 'https://signed-in.example', session: 's' })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(await readSettings(home, plain)).toMatchObject({
    ...{ apiUrl: 'https://signed-in.example', credential: { kind: 'session', session: 's' } },
  })
  const env = { ...home, APP_API_URL: 'https://env.example/', APP_API_TOKEN: 'from-env' }
  expect(await readSettings(env, plain)).toMatchObject({
    ...{ apiUrl: 'https://env.example', credential: { kind: 'token', token: 'from-env' } },
  })
  const file = join(folder, 'token')
  writeFileSync(file, 'from-file\n')
  expect(await readSettings(env, { ...plain, 'api-url': 'https://option.example', 'token-file': file })).toMatchObject({
    ...{ apiUrl: 'https://option.example', credential: { kind: 'token', token: 'from-file' } },
  })
})

test('the session of one address is not used at another', async () => {
  const settings = await readSettings(home, { ...plain, 'api-url': 'https://elsewhere.example' })
  expect(settings.credential).toEqual({ kind: 'none' })
})

test.each(['ftp://x', 'localhost:8080', 'http://user:pass@x', 'http://x/?a=1', ''])(
  'the address "%s" is refused',
  async (url) => {
    await expect(readSettings(home, { ...plain, 'api-url': url })).rejects.toMatchObject({ ending: 'validation' })
  },
)

test.each([
  [{}, false, true],
  [{ NO_COLOR: '1' }, false, false],
  [{ NO_COLOR: '' }, false, true],
  [{ TERM: 'dumb' }, false, false],
  [{}, true, false],
])('colours with %j and --no-color %s: %s', (env, isRefused, isWanted) => {
  expect(isColorWanted(env, isRefused)).toBe(isWanted)
})
