// Removes request metrics that have had their time, and those of an app that is gone.
import type { Db, Trx } from '../../store/store.ts'
import { resourceOf } from './request-store.ts'

export async function forgetRequests(db: Db, stepSeconds: number, before: string): Promise<void> {
  const seconds = Math.floor(Date.parse(before) / 1000)
  await db
    .deleteFrom('request_points')
    .where('step_seconds', '=', stepSeconds)
    .where('at_seconds', '<', seconds)
    .execute()
}

export async function forgetRequestRoutes(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom('request_routes')
    .where('at_seconds', '<', Math.floor(Date.parse(before) / 1000))
    .execute()
}

export async function forgetRequestsOf(trx: Trx, app: string): Promise<void> {
  await trx.deleteFrom('request_points').where('resource', '=', resourceOf(app)).execute()
  await trx.deleteFrom('request_routes').where('resource', '=', resourceOf(app)).execute()
  await trx.deleteFrom('request_activity').where('app', '=', app).execute()
}
