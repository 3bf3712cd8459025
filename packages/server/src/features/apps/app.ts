// An app as stored and as shown. What runs is a snapshot: edits of the record wait for a deploy or a restart.
import type { App, AppSpec, LogDrain } from '@levelrail/contract/schemas/apps.ts'
import type { Condition } from '@levelrail/contract/schemas/common.ts'
import type { AppRow } from '../../store/tables.ts'
import type { EnvSnapshot } from '../env/env-value.ts'
import { effectiveStrategy, fillSpec, pendingFields, readSpec } from './app-spec.ts'

/** What should run now, as it was when its deploy or restart began. */
export interface Snapshot {
  deployId: string
  /** As the registry knows it; the image id where no registry does. */
  digest: string
  /** What containers are made from. */
  imageId: string
  spec: AppSpec
  /** From all layers; not in snapshots of before there were layers. */
  env?: EnvSnapshot
  nonce: string
}

export interface StoredApp {
  name: string
  spec: AppSpec
  running: Snapshot | null
  runningEnvSealed: string | null
  currentDeployId: string | null
  nodeId: string
  projectId: string
  environmentId: string
  isSuspended: boolean
  isDeleting: boolean
  restartNonce: string
  logDrainSealed: string | null
  nextRestartAt: string | null
  autoRollbackEpisode: string | null
  createdAt: string
  updatedAt: string
}

export function readApp(row: AppRow): StoredApp {
  return {
    name: row.name,
    spec: readSpec(row.spec),
    running: row.running === null ? null : readSnapshot(row.running),
    runningEnvSealed: row.running_env_sealed,
    currentDeployId: row.current_deploy_id,
    nodeId: row.node_id,
    projectId: row.project_id,
    environmentId: row.environment_id,
    isSuspended: row.suspended === 1,
    isDeleting: row.deleting === 1,
    restartNonce: row.restart_nonce,
    logDrainSealed: row.log_drain_sealed,
    nextRestartAt: row.next_restart_at,
    autoRollbackEpisode: row.auto_rollback_episode,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Snapshots of before there was a digest apart from the id hold the id as their digest. */
function readSnapshot(text: string): Snapshot {
  const snapshot: Snapshot = JSON.parse(text)
  return { ...snapshot, imageId: snapshot.imageId ?? snapshot.digest, spec: fillSpec(snapshot.spec) }
}

/** What is known of an app beside its record. */
export interface AppFacts {
  conditions: Condition[]
  deployInProgressId: string | null
  latestDeploy: App['latest_deploy']
  /** As the caller may see it. */
  logDrain: LogDrain | null
  isEnvPending: boolean
}

export function viewApp(app: StoredApp, facts: AppFacts): App {
  return {
    name: app.name,
    ...app.spec,
    log_drain: facts.logDrain,
    node_id: app.nodeId,
    project_id: app.projectId,
    environment_id: app.environmentId,
    suspended: app.isSuspended,
    restart_nonce: app.restartNonce,
    conditions: facts.conditions,
    current_deploy_id: app.currentDeployId,
    deploy_in_progress_id: facts.deployInProgressId,
    latest_deploy: facts.latestDeploy,
    running_image: app.running?.spec.image ?? null,
    running_digest: app.running?.digest ?? null,
    next_restart_at: app.nextRestartAt,
    effective_strategy: effectiveStrategy(app.spec),
    pending: pendingFields(app.spec, app.running?.spec ?? null, facts.isEnvPending),
    created_at: app.createdAt,
    updated_at: app.updatedAt,
  }
}

export function appSubject(name: string): string {
  return `app:${name}`
}
