// Tells the event log of an app what an edit changed: which fields, never their values. The number of replicas and the
// domains are no secret and are what people look for.
import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import type { Context } from '../../context.ts'
import type { Trx } from '../../store/store.ts'
import { type EventActor, type NewEvent, recordEvent } from '../events/record-event.ts'
import type { StoredApp } from './app.ts'
import { changedFields } from './app-spec.ts'

export async function tellChanges(
  trx: Trx,
  ctx: Pick<Context, 'clock'>,
  before: StoredApp,
  after: { spec: AppSpec; isDrainChanged: boolean },
  actor: EventActor,
): Promise<void> {
  const events = changeEvents(before.spec, after.spec, after.isDrainChanged)
  for (const event of events) await recordEvent(trx, ctx, { app: before.name, actor, ...event })
}

function changeEvents(before: AppSpec, after: AppSpec, isDrainChanged: boolean): Omit<NewEvent, 'app'>[] {
  const fields = [
    ...changedFields(before, after).filter((field) => field !== 'replicas' && field !== 'domains'),
    ...(isDrainChanged ? ['log_drain'] : []),
  ]
  const added = after.domains.filter((domain) => !before.domains.includes(domain))
  const removed = before.domains.filter((domain) => !after.domains.includes(domain))
  return [
    ...(fields.length > 0
      ? [{ kind: 'changed' as const, title: `Changed ${fields.join(', ')}`, detail: { fields } }]
      : []),
    ...(before.replicas === after.replicas
      ? []
      : [
          {
            kind: 'scaled' as const,
            title: `Scaled from ${before.replicas} to ${after.replicas}`,
            detail: { from: before.replicas, to: after.replicas },
          },
        ]),
    ...added.map((domain) => ({ kind: 'domain_added' as const, title: `Domain ${domain} added`, detail: { domain } })),
    ...removed.map((domain) => ({
      kind: 'domain_removed' as const,
      title: `Domain ${domain} removed`,
      detail: { domain },
    })),
  ]
}
