// The control plane with one more loop, whose acts can be counted: for every row of `ticks` it writes one of `acts`.
// Nothing in the tables keeps an act from being written twice: only the lease does.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { allLoops } from '../../src/all-loops.ts'
import { defineLoop } from '../../src/background/loop.ts'
import { startControlPlane } from '../../src/compose.ts'
import type { Context } from '../../src/context.ts'
import { readSettings } from '../../src/settings.ts'

/** Slower than the ticks come in, so that some act is always under way: a pause falls between looking and writing. */
const actMs = 500
/** How long an act keeps its transaction open, with the row of the lease held. */
const holdMs = Number(process.env.COUNTING_HOLD_MS ?? 0)

const countingLoop = defineLoop<Context, { tick: string; isDone: boolean }, string>({
  name: 'counting',
  what: 'act once for every tick',
  every: '1s',
  where: 'leader',
  atOnce: 4,
  async keys({ db }) {
    const due = sql<{ number: number }>`select number from ticks where number not in (select tick from acts)`
    return (await due.execute(db)).rows.map(({ number }) => String(number))
  },
  async observe({ db }, tick) {
    const { rows } = await sql`select 1 from acts where tick = ${Number(tick)}`.execute(db)
    return { tick, isDone: rows.length > 0 }
  },
  plan: ({ tick, isDone }) => (isDone ? [] : [tick]),
  async act(ctx, tick) {
    await sleep(actMs)
    await ctx.db.transaction().execute(async (trx) => {
      await ctx.lease.hold(trx)
      await sleep(holdMs)
      await sql`insert into acts (tick, node_id) values (${Number(tick)}, ${ctx.nodeId})`.execute(trx)
    })
  },
})

const { settings } = readSettings(process.env)
const controlPlane = await startControlPlane(settings, { loops: [...allLoops, countingLoop] })
process.once('SIGTERM', () => void controlPlane.stop().then(() => process.exit(0)))
