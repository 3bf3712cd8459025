// THE list of tables whose writes are told to whoever follows changes, and how a row is named. The databases tell them
// by triggers, so no writer can forget to. A table of a new resource is one row here.
import type { Tables } from './tables.ts'

type WatchedTable = {
  [Table in keyof Tables]: {
    table: Table
    /** What kind of resource changed; where it is absent, the column holds `kind:name`. */
    kind?: string
    /** The column that names the resource. */
    name: keyof Tables[Table] & string
    /** Columns whose update counts; without them every update does. None: only made and removed rows count. */
    columns?: readonly (keyof Tables[Table] & string)[]
  }
}[keyof Tables]

export const watchedTables: readonly WatchedTable[] = [
  { table: 'apps', kind: 'app', name: 'name' },
  { table: 'app_secrets', kind: 'app', name: 'app' },
  { table: 'deploys', kind: 'app', name: 'app' },
  { table: 'app_events', kind: 'app', name: 'app' },
  { table: 'tasks', kind: 'app', name: 'app' },
  { table: 'runs', kind: 'app', name: 'app' },
  { table: 'replicas', kind: 'app', name: 'app' },
  { table: 'app_rules', kind: 'app', name: 'app' },
  { table: 'app_domains', kind: 'app', name: 'app' },
  { table: 'certificates', kind: 'certificate', name: 'id' },
  { table: 'ingress_settings', kind: 'ingress-setting', name: 'id' },
  { table: 'request_activity', kind: 'requests', name: 'app' },
  { table: 'conditions', name: 'subject' },
  { table: 'organizations', kind: 'organization', name: 'id' },
  { table: 'projects', kind: 'project', name: 'id' },
  { table: 'environments', kind: 'environment', name: 'id' },
  { table: 'shared_variables', kind: 'shared-env', name: 'owner_id' },
  { table: 'freeze_windows', kind: 'freeze-window', name: 'id' },
  { table: 'approval_rules', kind: 'approval-rule', name: 'scope_id' },
  { table: 'registry_credentials', kind: 'registry-credential', name: 'id' },
  { table: 'workflows', kind: 'workflow', name: 'id', columns: ['status', 'done', 'undoing'] },
  {
    table: 'users',
    kind: 'user',
    name: 'id',
    columns: ['email', 'display_name', 'role', 'policy', 'password_hash', 'totp_confirmed'],
  },
  { table: 'tokens', kind: 'token', name: 'id', columns: ['name', 'revoked_at'] },
  { table: 'sessions', kind: 'session', name: 'id', columns: [] },
]

/** The text that travels: `kind:name`. */
export interface TriggerParts {
  trigger: string
  event: string
  table: string
  kind: string
  name: string
  row: 'new' | 'old'
}

/** What both databases make their triggers from: one for each table and kind of write. */
export function triggerParts(): TriggerParts[] {
  return watchedTables.flatMap(({ table, kind = '', name, columns }) => {
    const update = columns === undefined ? 'update' : `update of ${columns.join(', ')}`
    const events = ['insert', 'delete', ...(columns?.length === 0 ? [] : [update])]
    return events.map((event): TriggerParts => {
      const [word = ''] = event.split(' ')
      return {
        trigger: `levelrail_told_${table}_${word}`,
        event,
        table,
        kind: kind === '' ? '' : `${kind}:`,
        name,
        row: word === 'delete' ? 'old' : 'new',
      }
    })
  })
}
