// The feed of changes: which resource changed, for pages that refetch what they show.
import type { StreamEvent } from '@levelrail/contract/route.ts'
import type { Change, ChangeBatch } from '../../background/change-feed.ts'
import type { Context, Handler } from '../../context.ts'
import { tooManyRequests } from '../../errors.ts'
import type { SignedIn } from '../../http/actor.ts'
import { isOfCredential, mayHear } from './change.ts'

const beatEveryMs = 20_000

export const changeFollow: Handler<'changeFollow'> = async (ctx, { query, actor, request, signal }) => {
  if (!ctx.changes.hasRoom) throw tooManyRequests('too many clients follow changes already; close some', 60)
  return followChanges(ctx, actor, request.lastEventId ?? query.after, signal)
}

/** `change` tells names, `reset` that anything may have changed, `beat` that the line is alive. */
async function* followChanges(
  { changes, clock, stopping }: Pick<Context, 'changes' | 'clock' | 'stopping'>,
  actor: SignedIn,
  cursor: string | undefined,
  signal: AbortSignal,
): AsyncIterable<StreamEvent> {
  const over = new AbortController()
  const hears = (change: Change) => {
    if (isOfCredential(actor, change)) over.abort()
    return mayHear(actor, change)
  }
  const expires = actor.expiresAt === null ? undefined : Date.parse(actor.expiresAt) - clock.now().getTime()
  // A longer wait than a timer can hold is no wait that a stream lives through.
  const cancel = expires !== undefined && expires < 2 ** 31 ? clock.after(expires, () => over.abort()) : () => {}
  const ending = AbortSignal.any([signal, stopping, over.signal])
  try {
    for await (const batch of changes.follow(hears, cursor, beatEveryMs, ending)) yield eventOf(batch)
  } finally {
    cancel()
  }
  yield { event: 'end', data: { reason: stopping.aborted ? 'stopping' : 'credential' } }
}

function eventOf({ cursor, changes }: ChangeBatch): StreamEvent {
  if (changes === 'everything') return { event: 'reset', id: cursor, data: {} }
  if (changes.length === 0) return { event: 'beat', id: cursor, data: {} }
  return { event: 'change', id: cursor, data: { changes } }
}
