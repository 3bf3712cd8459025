// What the platform says of itself: health, figures, status, its own description. Spec 4.1, 9.
import { allRoutes } from '@levelrail/contract/all-routes.ts'
import { openApi } from '@levelrail/contract/openapi.ts'
import type { Condition } from '@levelrail/contract/schemas/common.ts'
import { sql } from 'kysely'
import { leaseHolder } from '../../background/lease.ts'
import { getWorkflow, viewWorkflow } from '../../background/workflow.ts'
import type { Context, Handler } from '../../context.ts'
import { notFound, unavailable } from '../../errors.ts'
import { pause } from '../../lib/clock.ts'
import { listConditions } from './conditions.ts'
import { nodeSubject } from './engine-condition.ts'

const databaseAnswerMs = 3000

export const healthView: Handler<'healthView'> = async () => 'ok\n'

export const readinessView: Handler<'readinessView'> = async ({ db, clock, stopping }) => {
  if (stopping.aborted) throw unavailable('this control plane is stopping')
  const answered = new AbortController()
  const tooLate = pause(clock, databaseAnswerMs, answered.signal).then(() => {
    throw unavailable('the database does not answer')
  })
  await Promise.race([sql`select 1`.execute(db), tooLate]).finally(() => answered.abort())
  return 'ready\n'
}

export const openapiView: Handler<'openapiView'> = async () => openApi(allRoutes)

export const systemStatus: Handler<'systemStatus'> = async (ctx) => ({
  version: ctx.version,
  instance_id: ctx.instanceId,
  node_id: ctx.nodeId,
  started_at: ctx.startedAt.toISOString(),
  database: ctx.store.kind,
  schema_version: ctx.store.schemaVersion,
  runs_loops: ctx.lease.isHeld,
  lease_holder: await leaseHolder(ctx.db),
  memory_bytes: process.memoryUsage.rss(),
  conditions: [...(await listConditions(ctx.db, nodeSubject(ctx.nodeId))), masterKeyCondition(ctx)],
  loops: ctx.loops.status(),
})

export const metricsView: Handler<'metricsView'> = async (ctx) => {
  const { user, system } = process.cpuUsage()
  return ctx.metrics.print([
    { name: 'levelrail_memory_bytes', help: 'Resident memory of the control plane.', value: process.memoryUsage.rss() },
    { name: 'levelrail_cpu_seconds', help: 'CPU time used since the start.', value: (user + system) / 1e6 },
    {
      name: 'levelrail_start_time_seconds',
      help: 'When the control plane started.',
      value: ctx.startedAt.getTime() / 1000,
    },
    {
      name: 'levelrail_runs_loops',
      help: '1 while this control plane holds the lease.',
      value: Number(ctx.lease.isHeld),
    },
    ...ctx.loops.status().map(({ name, failing_keys }) => ({
      name: 'levelrail_loop_failing_keys',
      help: 'Keys of a loop whose last pass failed.',
      labels: { loop: name },
      value: failing_keys,
    })),
  ])
}

export const workflowView: Handler<'workflowView'> = async ({ db, workflows }, { params }) => {
  const row = await getWorkflow(db, params.id)
  if (!row) throw notFound('workflow', params.id)
  return viewWorkflow(row, workflows)
}

function masterKeyCondition({ box, startedAt }: Pick<Context, 'box' | 'startedAt'>): Condition {
  const since = startedAt.toISOString()
  return box
    ? {
        type: 'SecretsReady',
        status: 'true',
        reason: 'MasterKeyConfigured',
        message: `secrets are sealed with master key ${box.keyId}`,
        since,
      }
    : {
        type: 'SecretsReady',
        status: 'false',
        reason: 'NoMasterKey',
        message:
          'no master key: what must be sealed answers 501; set APP_MASTER_KEY or APP_MASTER_KEY_FILE and restart',
        since,
      }
}
