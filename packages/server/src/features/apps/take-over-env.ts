// Gives an app other variables of its own and other names of secrets, as a promotion that includes them does. They wait
// for the next deploy or restart, as every edit does.
import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import type { Context } from '../../context.ts'
import { isoNow } from '../../lib/clock.ts'
import type { Trx } from '../../store/store.ts'
import type { EventActor } from '../events/record-event.ts'
import type { StoredApp } from './app.ts'
import { updateApp } from './app-store.ts'
import { tellChanges } from './tell-changes.ts'

export async function takeOverEnv(
  trx: Trx,
  ctx: Pick<Context, 'clock'>,
  app: StoredApp,
  own: Pick<AppSpec, 'env' | 'secret_env'>,
  actor: EventActor,
): Promise<StoredApp> {
  const spec = { ...app.spec, ...own }
  await tellChanges(trx, ctx, app, { spec, isDrainChanged: false }, actor)
  return updateApp(trx, app.name, { spec: JSON.stringify(spec), updated_at: isoNow(ctx.clock) })
}
