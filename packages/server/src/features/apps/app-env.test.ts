import { expect, test } from 'vitest'
import { Secret } from '../../lib/secret.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import { openEnv, runningEnvPlace } from './app-env.ts'
import { emptySpec } from './app-spec.ts'

const box = createSecretBox(new Secret(Buffer.alloc(32, 1).toString('base64')))
const place = runningEnvPlace('web')
const sealed = box.seal(place, new Secret(JSON.stringify({ KEY: 'hunter2' })))
const spec = { ...emptySpec, env: { KEY: 'plain', OWN: '1' } }

test('a secret over a plain variable of its name is known as one, and a shared plain variable is none', () => {
  const env = { plain: { OWN: '1', SHARED: 'x' }, secrets: { KEY: 'abc' } }
  expect(openEnv({ box }, { env, spec, place, sealed })).toEqual({
    ...{ env: { OWN: '1', SHARED: 'x', KEY: 'hunter2' }, secretValues: ['hunter2'] },
  })
})

test('a snapshot of before there were layers has the variables of the app', () => {
  expect(openEnv({ box }, { env: undefined, spec, place, sealed: null })).toEqual({
    ...{ env: { KEY: 'plain', OWN: '1' }, secretValues: [] },
  })
})
