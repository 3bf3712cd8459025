// A clone of an environment that is killed in the middle is not there at all, and one that was committed is there whole,
// on both databases.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { expect, onTestFinished, test } from 'vitest'
import { adminEnv, type Credential, send, signIn, succeed } from '../support/admin-api.ts'
import { serverForTest } from '../support/for-test.ts'
import { postgresForTests, storeKinds } from '../support/stores.ts'

const failpoints = join(import.meta.dirname, '../support/failpoints.ts')
const sources = ['api', 'web', 'worker']
const clones = sources.map((name) => `${name}-staging`)
const leavingNothing = [
  'clone.environment-recorded',
  'clone.app-recorded',
  'clone.app-recorded:3',
  'http.before-commit',
]
const wish = { new_environment_name: 'staging', copy_secret_values: true }

test.each(storeKinds)('all or nothing under kill -9, on %s', { timeout: 300_000 }, async (kind) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'levelrail-clone-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const placeFile = join(dataDir, 'failpoint')
  const database = kind === 'postgres' ? { APP_DATABASE_URL: await (await postgresForTests()).newDatabase() } : {}
  const env = { ...adminEnv, ...database, LEVELRAIL_FAILPOINT_FILE: placeFile }
  const start = () => serverForTest({ dataDir, env, imports: [failpoints] })
  let server = await start()
  const session = await signIn(server.url)
  const { projectId, environmentId } = await prepare(server.url, session)
  const path = `/api/v1/environments/${environmentId}/clone`
  const dieAt = async (place: string) => {
    writeFileSync(placeFile, place)
    const answer = await send(server.url, session, 'POST', path, wish).then(
      ({ status }) => status,
      () => 'no answer',
    )
    expect([place, answer]).toEqual([place, 'no answer'])
    expect(await server.ended).toBeNull()
    server = await start()
  }
  const before = await whatIsThere(server.url, session, projectId)
  expect(before).toMatchObject({ apps: sources, environments: ['production'] })
  for (const place of leavingNothing) {
    await dieAt(place)
    expect([place, await whatIsThere(server.url, session, projectId)]).toEqual([place, before])
  }
  await dieAt('http.after-commit')
  const after = await whatIsThere(server.url, session, projectId)
  expect(after).toEqual({
    apps: [...sources, ...clones].sort(),
    environments: ['production', 'staging'],
    keys: ['SHARED', 'SHARED'],
    secrets: [...sources, ...clones].sort().map((name) => `${name} TOKEN true`),
    tasks: [...sources, ...clones].sort().map((name) => `${name} nightly`),
    audited: 1,
  })
  expect((await send(server.url, session, 'POST', path, wish)).status).toBe(409)
})

/** An environment with a secret and three apps, each with a secret and a task. */
async function prepare(url: string, session: Credential) {
  const made = <T = { id: string }>(path: string, body: object) =>
    succeed<T>(url, session, 'POST', `/api/v1${path}`, body).then((answer) => answer.body)
  const project = await made('/projects', { name: 'Shop' })
  const environment = await made(`/projects/${project.id}/environments`, { name: 'production' })
  const secretOf = (path: string) => succeed(url, session, 'PUT', `/api/v1${path}`, { value: 'hunter2' })
  await secretOf(`/environments/${environment.id}/env/secrets/SHARED`)
  for (const name of sources) {
    await made('/apps', { name, project_id: project.id, environment_id: environment.id, deploy: false })
    await secretOf(`/apps/${name}/secrets/TOKEN`)
    await made(`/apps/${name}/scheduled-tasks`, { name: 'nightly', schedule: '0 3 * * *', command: ['tidy'] })
  }
  return { projectId: project.id, environmentId: environment.id }
}

async function whatIsThere(url: string, session: Credential, projectId: string) {
  const read = <T>(path: string) => succeed<T[]>(url, session, 'GET', `/api/v1${path}`).then(({ body }) => body)
  const apps = (await read<App>('/apps')).map(({ name }) => name)
  const environments = await read<{ id: string; name: string }>(`/projects/${projectId}/environments`)
  const perApp = async (path: string, words: (row: { name: string; set?: boolean }) => string) =>
    (
      await Promise.all(
        apps.map(async (app) =>
          (await read<{ name: string; set?: boolean }>(`/apps/${app}/${path}`)).map((row) => `${app} ${words(row)}`),
        ),
      )
    ).flat()
  const audit = await read<{ action: string; status: number }>('/audit-log')
  return {
    apps,
    environments: environments.map(({ name }) => name).sort(),
    keys: (await Promise.all(environments.map(({ id }) => read<string>(`/environments/${id}/env/secrets`)))).flat(),
    secrets: await perApp('secrets', ({ name, set }) => `${name} ${set}`),
    tasks: await perApp('scheduled-tasks', ({ name }) => name),
    audited: audit.filter(({ action, status }) => action === 'environmentClone' && status === 201).length,
  }
}
