// Secrets of an app: set, locked, listed by name, never shown.
import { boxFor, type Context, type Handler } from '../../context.ts'
import { badRequest, conflict } from '../../errors.ts'
import type { SignedIn } from '../../http/actor.ts'
import { isoNow } from '../../lib/clock.ts'
import { Secret } from '../../lib/secret.ts'
import type { Trx } from '../../store/store.ts'
import { eventActor, recordEvent } from '../events/record-event.ts'
import type { StoredApp } from './app.ts'
import { deleteSecret, listSecretRows, saveSecret, secretPlace, setSecretLock } from './app-secret-store.ts'
import { updateApp } from './app-store.ts'
import { findApp } from './app-view.ts'

export const appSecretList: Handler<'appSecretList'> = async ({ db }, { params }) => {
  const app = await findApp(db, params.name)
  const rows = await listSecretRows(db, app.name)
  const names = [...new Set([...app.spec.secret_env.map(({ name }) => name), ...rows.map(({ name }) => name)])].sort()
  return names.map((name) => {
    const row = rows.find((each) => each.name === name)
    const isRequired = app.spec.secret_env.some((secret) => secret.name === name && secret.required)
    return {
      name,
      set: row !== undefined,
      required: isRequired,
      locked: row?.locked === 1,
      updated_at: row?.updated_at ?? null,
    }
  })
}

export const appSecretSet: Handler<'appSecretSet'> = async (ctx, { params, body, actor, transact }) => {
  const box = boxFor(ctx, 'a secret of an app')
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,254}$/.test(params.key))
    throw badRequest(
      `${JSON.stringify(params.key)} is not a variable name: letters, digits and _, not beginning with a digit`,
    )
  await transact(`apps/${params.name}/secrets/${params.key}`, async (trx) => {
    const app = await findApp(trx, params.name)
    const known = (await listSecretRows(trx, app.name)).find(({ name }) => name === params.key)
    if (known?.locked === 1 && !body.overwrite_locked)
      throw conflict(`secret ${JSON.stringify(params.key)} is locked: send overwrite_locked: true to change it`)
    const value_sealed = box.seal(secretPlace(app.name, params.key), new Secret(body.value))
    await saveSecret(trx, {
      app: app.name,
      name: params.key,
      value_sealed,
      locked: (body.locked ?? known?.locked === 1) ? 1 : 0,
      updated_at: isoNow(ctx.clock),
    })
    await declareSecret(trx, app, params.key)
    const isLocked = body.locked === true && known?.locked !== 1
    const kind = isLocked ? 'secret_locked' : 'secret_set'
    await tell(trx, ctx, { params, actor }, kind, isLocked ? 'set and locked' : 'set')
  })
}

export const appSecretLock: Handler<'appSecretLock'> = async (ctx, { params, body, actor, transact }) => {
  await transact(`apps/${params.name}/secrets/${params.key}`, async (trx) => {
    await findApp(trx, params.name)
    await setSecretLock(trx, params.name, params.key, body.locked)
    await tell(trx, ctx, { params, actor }, 'secret_locked', body.locked ? 'locked' : 'unlocked')
  })
}

export const appSecretDelete: Handler<'appSecretDelete'> = async (ctx, { params, actor, transact }) => {
  await transact(`apps/${params.name}/secrets/${params.key}`, async (trx) => {
    await findApp(trx, params.name)
    await deleteSecret(trx, params.name, params.key)
    await tell(trx, ctx, { params, actor }, 'secret_removed', 'removed')
  })
}

function tell(
  trx: Trx,
  ctx: Context,
  { params: { name, key }, actor }: { params: { name: string; key: string }; actor: SignedIn },
  kind: 'secret_set' | 'secret_locked' | 'secret_removed',
  what: string,
): Promise<void> {
  const event = { app: name, kind, title: `Secret ${key} ${what}`, detail: { name: key } }
  return recordEvent(trx, ctx, { ...event, actor: eventActor(actor) })
}

/** A secret that is set is meant for the app, so it is declared with it. */
async function declareSecret(trx: Trx, app: StoredApp, name: string): Promise<void> {
  if (app.spec.secret_env.some((secret) => secret.name === name)) return
  const spec = { ...app.spec, secret_env: [...app.spec.secret_env, { name, required: false }] }
  await updateApp(trx, app.name, { spec: JSON.stringify(spec) })
}
