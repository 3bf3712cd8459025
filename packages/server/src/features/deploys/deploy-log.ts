// The log of a deploy: what was done, line by line, kept with it.
import type { DeployLogLine } from '@levelrail/contract/schemas/deploys.ts'
import { sql } from 'kysely'
import { type Clock, isoNow } from '../../lib/clock.ts'
import type { Db, Trx } from '../../store/store.ts'

const longestLine = 4000

export async function logDeploy(db: Db | Trx, clock: Clock, deployId: string, text: string): Promise<void> {
  const line = text.slice(0, longestLine)
  await sql`insert into deploy_log (deploy_id, seq, at, text)
    select ${deployId}, coalesce(max(seq), 0) + 1, ${isoNow(clock)}, ${line} from deploy_log where deploy_id = ${deployId}`.execute(
    db,
  )
}

export async function readDeployLog(
  db: Db,
  deployId: string,
  afterSeq: number,
  limit: number,
): Promise<DeployLogLine[]> {
  return db
    .selectFrom('deploy_log')
    .select(['seq', 'at', 'text'])
    .where('deploy_id', '=', deployId)
    .where('seq', '>', afterSeq)
    .orderBy('seq')
    .limit(limit)
    .execute()
}
