// Tells that a freeze window was overridden: in the event log of the app, with the reason, and in the audit log.
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/actor.ts'
import type { RequestFacts } from '../../http/handler.ts'
import type { Trx } from '../../store/store.ts'
import type { DeployRow } from '../../store/tables.ts'
import { type EventActor, recordEvent } from '../events/record-event.ts'

export async function tellOverride(
  trx: Trx,
  ctx: Pick<Context, 'clock'>,
  { id, app, image, override_reason }: Pick<DeployRow, 'id' | 'app' | 'image' | 'override_reason'>,
  window: string,
  actor: EventActor | undefined,
): Promise<void> {
  await recordEvent(trx, ctx, {
    app,
    kind: 'freeze_overridden',
    title: `Freeze window ${JSON.stringify(window)} overridden for the deploy of ${image}`,
    detail: { window, override_reason },
    deployId: id,
    ...(actor ? { actor } : {}),
  })
}

/** Beside the row of the request itself, so that overrides can be looked for by name. */
export async function auditOverride(
  trx: Trx,
  { audit }: Pick<Context, 'audit'>,
  { actor, request }: { actor: Actor; request: RequestFacts },
  { app, id, overrideReason }: { app: string; id: string; overrideReason: string | null },
): Promise<void> {
  if (overrideReason === null) return
  const { address, id: requestId } = request
  const resource = `apps/${app}/deploys/${id}`
  await audit.record(trx, { actor, action: 'freeze_override', resource, status: 202, address, requestId })
}
