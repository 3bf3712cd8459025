// An app as stored and as shown. What runs is a snapshot: edits of the record wait for a deploy or a restart.
import type { App, AppSpec } from '@levelrail/contract/schemas/apps.ts'
import type { Condition } from '@levelrail/contract/schemas/common.ts'
import type { AppRow } from '../../store/tables.ts'
import type { EnvSnapshot } from '../env/env-value.ts'
import { pendingFields } from './app-spec.ts'

/** What should run now, as it was when its deploy or restart began. */
export interface Snapshot {
  deployId: string
  digest: string
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
  createdAt: string
  updatedAt: string
}

export function readApp(row: AppRow): StoredApp {
  return {
    name: row.name,
    spec: JSON.parse(row.spec),
    running: row.running === null ? null : JSON.parse(row.running),
    runningEnvSealed: row.running_env_sealed,
    currentDeployId: row.current_deploy_id,
    nodeId: row.node_id,
    projectId: row.project_id,
    environmentId: row.environment_id,
    isSuspended: row.suspended === 1,
    isDeleting: row.deleting === 1,
    restartNonce: row.restart_nonce,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function viewApp(app: StoredApp, conditions: Condition[], isEnvPending: boolean): App {
  return {
    name: app.name,
    ...app.spec,
    node_id: app.nodeId,
    project_id: app.projectId,
    environment_id: app.environmentId,
    suspended: app.isSuspended,
    restart_nonce: app.restartNonce,
    conditions,
    current_deploy_id: app.currentDeployId,
    pending: pendingFields(app.spec, app.running?.spec ?? null, isEnvPending),
    created_at: app.createdAt,
    updated_at: app.updatedAt,
  }
}

export function appSubject(name: string): string {
  return `app:${name}`
}
