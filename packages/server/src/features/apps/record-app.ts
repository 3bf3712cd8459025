// Records a new app with its domains and its first event, whoever asks. Nothing runs by it.
import type { Context } from '../../context.ts'
import type { SignedIn } from '../../http/actor.ts'
import { isoNow } from '../../lib/clock.ts'
import type { Trx } from '../../store/store.ts'
import { eventActor, recordEvent } from '../events/record-event.ts'
import type { StoredApp } from './app.ts'
import { claimDomains } from './app-domain-store.ts'
import { insertApp } from './app-store.ts'
import { newNonce } from './change-desired.ts'

type NewApp = Pick<StoredApp, 'name' | 'spec' | 'logDrainSealed' | 'projectId' | 'environmentId'>

export async function recordApp(
  trx: Trx,
  ctx: Pick<Context, 'clock' | 'nodeId'>,
  actor: SignedIn,
  app: NewApp,
  event: { title: string; detail?: Record<string, unknown> } = { title: 'App created' },
): Promise<void> {
  await insertApp(trx, { ...app, nodeId: ctx.nodeId, now: isoNow(ctx.clock), nonce: newNonce() })
  await claimDomains(trx, actor, app.name, app.spec.domains)
  await recordEvent(trx, ctx, { app: app.name, kind: 'created', actor: eventActor(actor), ...event })
}
