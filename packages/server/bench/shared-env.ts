// What layered variables cost with many of them: 1,000 projects with 10,000 variables. One app's environment is to be
// there in under 5 ms, a comparison of two environments in under 50 ms, as is what a clone of 100 apps would be.
import { sql } from 'kysely'
import { readAppEnv } from '../src/features/apps/app-env.ts'
import { emptySpec } from '../src/features/apps/app-spec.ts'
import { insertApp } from '../src/features/apps/app-store.ts'
import { listAppsOfEnvironment } from '../src/features/apps/app-view.ts'
import { derivedName } from '../src/features/clones/clone-name.ts'
import { previewClones } from '../src/features/clones/preview-clones.ts'
import { layerEnv } from '../src/features/env/env-layers.ts'
import { compareEnv, type EnvValue, viewVariable } from '../src/features/env/env-value.ts'
import { readSharedValues } from '../src/features/env/shared-env-view.ts'
import type { Store } from '../src/store/store.ts'
import type { Bar } from './report.ts'

const projects = 1000
const variables = 10_000
const rounds = 200
const layeringBarMs = 5
const compareBarMs = 50
const clonedApps = 100
const previewBarMs = 50

/** The largest project has as many variables in each tier as one write may bring. */
const largest = { organization: 'org_0', project: 'prj_0', a: 'env_0', b: 'env_1' }
const inLargest = 500

export async function measureSharedEnv(store: Store): Promise<Bar[]> {
  await fill(store)
  const app = { name: 'bench', spec: emptySpec, projectId: largest.project, environmentId: largest.a }
  const layering = await medianMs(() => readAppEnv(store.db, app))
  const comparing = await medianMs(() => compare(store))
  const cloning = await withApps(store, () => medianMs(() => previewClone(store)))
  return [
    bar(`${store.kind}: environment of an app`, layeringBarMs, layering),
    bar(`${store.kind}: two environments compared`, compareBarMs, comparing),
    bar(`${store.kind}: clone of ${clonedApps} apps previewed`, previewBarMs, cloning),
  ]
}

async function compare({ db }: Store) {
  const { organization, project, a, b } = largest
  const shared = await readSharedValues(db, [organization, project, a, b])
  const side = (environment: string) =>
    layerEnv<EnvValue>({
      organization: shared.get(organization) ?? new Map(),
      project: shared.get(project) ?? new Map(),
      environment: shared.get(environment) ?? new Map(),
    }).map(viewVariable)
  return compareEnv(side(a), side(b))
}

async function previewClone({ db }: Store) {
  const apps = await listAppsOfEnvironment(db, largest.a)
  const derived = (name: string) => derivedName(name, 'staging')
  return previewClones(
    { db, nodeId: '' },
    apps.map((app) => ({ app, name: derived(app.name), derived: derived(app.name) })),
  )
}

/** Gone afterwards: what else is measured has no apps. */
async function withApps<T>({ db }: Store, measure: () => Promise<T>): Promise<T> {
  const now = new Date()
  const spec = { ...emptySpec, image: 'bench:1', env: { MODE: 'quiet' }, volumes: [{ name: 'data', path: '/data' }] }
  for (let number = 0; number < clonedApps; number++)
    await db.transaction().execute((trx) =>
      insertApp(trx, {
        ...{ name: `bench-${number}`, spec, logDrainSealed: null, nodeId: '', nonce: '', now: now.toISOString() },
        ...{ projectId: largest.project, environmentId: largest.a },
      }),
    )
  const measured = await measure()
  await db.deleteFrom('apps').execute()
  return measured
}

async function fill({ db }: Store): Promise<void> {
  const created_at = new Date().toISOString()
  const numbers = Array.from({ length: projects }, (_, number) => number)
  const rows = numbers.map((number) => ({ id: `prj_${number}`, name: `Project ${number}`, org_id: '', created_at }))
  if (rows[0]) rows[0].org_id = largest.organization
  await db.insertInto('organizations').values({ id: largest.organization, name: 'Bench', created_at }).execute()
  await db.insertInto('projects').values(rows).execute()
  await db
    .insertInto('environments')
    .values([largest.a, largest.b].map((id) => ({ id, project_id: 'prj_0', name: id, protected: 0, created_at })))
    .execute()
  const owners = [...Object.values(largest).flatMap((id) => Array<string>(inLargest).fill(id))]
  for (let number = 1; owners.length < variables; number = (number % (projects - 1)) + 1) owners.push(`prj_${number}`)
  const values = owners.map((owner_id, number) => ({
    ...{ owner_id, key: `KEY_${number % inLargest}_${Math.floor(number / (inLargest * 4))}` },
    ...{ value: `value ${number} of some length, as addresses and names have`, value_sealed: null },
  }))
  for (let from = 0; from < values.length; from += 500)
    await db
      .insertInto('shared_variables')
      .values(values.slice(from, from + 500))
      .execute()
  await sql`analyze`.execute(db)
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = performance.now()
    await work()
    times.push(performance.now() - before)
  }
  return Math.round((times.toSorted((a, b) => a - b)[rounds / 2] ?? 0) * 100) / 100
}

function bar(what: string, limitMs: number, measuredMs: number): Bar {
  return { what, bar: `under ${limitMs} ms`, measured: `${measuredMs} ms`, is_met: measuredMs < limitMs }
}
