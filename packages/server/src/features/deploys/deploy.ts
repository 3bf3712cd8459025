// A deploy as stored and as shown, and how its phases follow each other. Spec 3.1.
import type { AppSpec } from '@levelrail/contract/schemas/apps.ts'
import type { Deploy, DeployHook, Failure, Outcome, Phase, PhaseName } from '@levelrail/contract/schemas/deploys.ts'
import type { Hold } from '@levelrail/contract/schemas/guards.ts'
import type { DeployRow } from '../../store/tables.ts'
import { readSpec } from '../apps/app-spec.ts'
import type { EnvSnapshot } from '../env/env-value.ts'
import { type StoredApproval, viewApproval } from '../guards/approval.ts'

/** Its command is in the settings of the deploy. */
export type StoredHook = Omit<DeployHook, 'command'>

export interface StoredDeploy {
  id: string
  app: string
  source: Deploy['source']
  image: string
  digest: string | null
  imageId: string | null
  rollbackTo: string | null
  spec: AppSpec
  env: EnvSnapshot | null
  envSealed: string | null
  outcome: Outcome
  phases: Phase[]
  failure: Failure | null
  note: string
  requestedBy: string
  startedAt: string
  finishedAt: string | null
  hooks: StoredHook[]
  hold: Hold | null
  approval: StoredApproval | null
  overrideReason: string | null
  /** The share of requests that it gets beside what serves; null where it is to get all. */
  canaryWeight: number | null
  /** The variables of its spec become the app's own. */
  bringsEnv: boolean
}

export function readDeploy(row: DeployRow): StoredDeploy {
  return {
    id: row.id,
    app: row.app,
    source: row.source as Deploy['source'],
    image: row.image,
    digest: row.digest,
    imageId: row.image_id,
    rollbackTo: row.rollback_to,
    spec: readSpec(row.spec),
    env: row.env === null ? null : JSON.parse(row.env),
    envSealed: row.env_sealed,
    outcome: row.outcome as Outcome,
    phases: JSON.parse(row.phases),
    failure: row.failure === null ? null : JSON.parse(row.failure),
    note: row.note,
    requestedBy: row.requested_by,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    hooks: JSON.parse(row.hooks ?? '[]'),
    hold: JSON.parse(row.hold ?? 'null'),
    approval: JSON.parse(row.approval ?? 'null'),
    overrideReason: row.override_reason,
    canaryWeight: row.canary_weight,
    bringsEnv: row.brings_env === 1,
  }
}

export function viewDeploy(deploy: StoredDeploy): Deploy {
  return {
    id: deploy.id,
    app: deploy.app,
    image: deploy.image,
    digest: deploy.digest,
    source: deploy.source,
    rollback_to: deploy.rollbackTo,
    outcome: deploy.outcome,
    phases: deploy.phases,
    note: deploy.note,
    by: deploy.requestedBy,
    started_at: deploy.startedAt,
    finished_at: deploy.finishedAt,
    ...(deploy.failure ? { failure: deploy.failure } : {}),
    ...(deploy.hold ? { hold: deploy.hold } : {}),
    ...(deploy.approval ? { approval: viewApproval(deploy.approval) } : {}),
    ...(deploy.overrideReason !== null ? { override_reason: deploy.overrideReason } : {}),
    ...(deploy.canaryWeight !== null ? { canary_weight: deploy.canaryWeight } : {}),
    ...(deploy.hooks.length > 0 ? { hooks: deploy.hooks.map((hook) => viewHook(deploy, hook)) } : {}),
  }
}

function viewHook({ spec }: StoredDeploy, hook: StoredHook): DeployHook {
  return { ...hook, command: spec.hooks?.[hook.kind]?.command ?? [] }
}

/** Ends the phase that runs and begins the next; `done` ends at once. */
export function enterPhase(phases: Phase[], name: PhaseName, now: string): Phase[] {
  if (phases.at(-1)?.name === name) return phases
  const ended = phases.map((phase) => (phase.finished_at === null ? { ...phase, finished_at: now } : phase))
  return [...ended, { name, started_at: now, finished_at: name === 'done' ? now : null }]
}

export function endPhases(phases: Phase[], now: string): Phase[] {
  return phases.map((phase) => (phase.finished_at === null ? { ...phase, finished_at: now } : phase))
}

export function currentPhase(phases: Phase[]): PhaseName {
  return phases.at(-1)?.name ?? 'queued'
}
