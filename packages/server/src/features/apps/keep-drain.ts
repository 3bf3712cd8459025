// Keeps the log drain of an app sealed: its address and headers hold credentials more often than not.
import type { LogDrain } from '@levelrail/contract/schemas/apps.ts'
import { boxFor, type Context, moveSeal } from '../../context.ts'
import { forbidden } from '../../errors.ts'
import { refusal, type SignedIn } from '../../http/actor.ts'
import { Secret } from '../../lib/secret.ts'
import type { StoredApp } from './app.ts'
import { checkDrain, isSameDrain, maskDrain, type StoredDrain, unmaskDrain } from './log-drain.ts'

type Needs = Pick<Context, 'box'>
type Keeper = Pick<StoredApp, 'name' | 'logDrainSealed'>

const place = (app: string) => ({ table: 'apps', row: app, column: 'log_drain_sealed' })
/** Stands for a drain that was sealed with a master key that is not in use. */
const unreadable: StoredDrain = { url: '(hidden)', headers: {} }

/** Throws when it was sealed with another master key. */
export function openDrain(ctx: Needs, { name, logDrainSealed }: Keeper): StoredDrain | null {
  return logDrainSealed === null
    ? null
    : JSON.parse(boxFor(ctx, 'a log drain').open(place(name), logDrainSealed).reveal())
}

export function showDrain(ctx: Needs, actor: SignedIn, app: Keeper): StoredDrain | null {
  const drain = readableDrain(ctx, app)
  return drain && refusal(actor, 'read:sensitive') ? maskDrain(drain) : drain
}

/** What to store for what was sent: undefined when nothing changes, null for no drain. Changing it needs an ability. */
export function changedDrain(
  ctx: Needs,
  actor: SignedIn,
  app: Keeper,
  sent: LogDrain | null | undefined,
): string | null | undefined {
  if (sent === undefined) return undefined
  const stored = readableDrain(ctx, app)
  const wished = unmaskDrain(sent, stored)
  if (isSameDrain(wished, stored)) return undefined
  const reason = refusal(actor, 'write:sensitive')
  if (reason) throw forbidden(`log_drain can be changed with write:sensitive only: ${reason}`)
  if (!wished) return null
  checkDrain(wished)
  return boxFor(ctx, 'a log drain').seal(place(app.name), new Secret(JSON.stringify(wished)))
}

/** Sealed anew for another app. */
export function copyDrain(ctx: Needs, { name, logDrainSealed }: Keeper, to: string): string | null {
  if (logDrainSealed === null) return null
  return moveSeal(ctx, `the log drain of app ${JSON.stringify(name)}`, logDrainSealed, place(name), place(to))
}

function readableDrain(ctx: Needs, app: Keeper): StoredDrain | null {
  try {
    return openDrain(ctx, app)
  } catch {
    return unreadable
  }
}
