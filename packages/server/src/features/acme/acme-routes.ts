// Asks for a certificate now: after a record was mended, or for a new one before its time.
import type { Handler } from '../../context.ts'
import { conflict } from '../../errors.ts'
import { isoNow } from '../../lib/clock.ts'
import { findCertificate } from '../certificates/certificate-view.ts'
import { listSituations } from './acme-host-view.ts'
import { saveOrder } from './acme-store.ts'

export const certificateRenew: Handler<'certificateRenew'> = async (ctx, { params, transact }) => {
  const { owner, hosts } = await findCertificate(ctx.db, params.id)
  const [host] = hosts
  if (owner !== 'acme' || host === undefined)
    throw conflict(`this certificate does not come by ACME: its owner is ${JSON.stringify(owner)}`)
  if (!(await listSituations(ctx)).some((each) => each.host === host && each.isWanted))
    throw conflict(
      `${host} needs no certificate by ACME now: acme_enabled is off, no app has the domain, or it has another one`,
    )
  await transact(`certificates/${params.id}`, (trx) =>
    saveOrder(trx, host, isoNow(ctx.clock), { wanted_now: 1, next_attempt_at: null }),
  )
  ctx.loops.wake('acme', host)
}
