// An app in words: its state first, then what differs from what runs, then its settings.
import type { App, Hook, Probe } from '@levelrail/contract/schemas/apps.ts'
import type { Condition } from '@levelrail/contract/schemas/common.ts'
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import type { Paint } from './colors.ts'
import { conditionsText } from './conditions.ts'
import { deployLine } from './deploy-text.ts'
import { factsText } from './facts.ts'
import { relativeTime } from './relative-time.ts'

export interface AppDeploys {
  current: Deploy | undefined
  /** Undefined when nothing was deployed yet. */
  newest: Deploy | undefined
}

export function appText(app: App, { current, newest }: AppDeploys, now: Date, paint: Paint): string {
  const pending = app.pending.length > 0 ? `${paint('yellow', pendingText(app))}\n` : ''
  const facts = factsText([
    ['App', app.name],
    ['Image', app.image || 'none yet'],
    ['Running', runningText(app)],
    ['Pull', app.pull_policy],
    ['Entry point', app.entrypoint.join(' ')],
    ['Command', app.command.join(' ')],
    ['Port', app.port === null ? 'none' : String(app.port)],
    ['Host port', app.host_port === null ? '' : `${app.host_port}, ${app.bind_address}`],
    ['Domains', app.domains.join(', ')],
    ['Egress', app.egress_policy],
    ['Replicas', app.suspended ? `${app.replicas}, stopped` : String(app.replicas)],
    ['Limits', limitsText(app)],
    ['Strategy', strategyText(app)],
    ['Readiness', probeText(app.health.readiness)],
    ['Liveness', probeText(app.health.liveness)],
    ['Before deploys', hookText(app.hooks.pre_deploy)],
    ['After deploys', hookText(app.hooks.post_deploy)],
    ['Rolls back', app.auto_rollback ? 'by itself' : ''],
    ['Commands', app.exec_enabled ? 'allowed in its containers' : ''],
    ['Volumes', app.volumes.map(({ name, path }) => `${name} at ${path}`).join(', ')],
    ['Variables', Object.keys(app.env).join(', ')],
    ['Secrets', app.secret_env.map(({ name, required }) => (required ? `${name} (required)` : name)).join(', ')],
    [
      'Labels',
      Object.entries(app.labels)
        .map((label) => label.join('='))
        .join(', '),
    ],
    ['Credential', app.registry_credential_id],
    ['Log drain', app.log_drain?.url ?? ''],
    ['Project', app.project_id],
    ['Environment', app.environment_id],
    ['Node', app.node_id],
    ['Deploying', app.deploy_in_progress_id ?? ''],
    ['Next restart', app.next_restart_at === null ? '' : relativeTime(app.next_restart_at, now)],
    ['Current deploy', current ? deployLine(current, now) : 'none'],
    ['Newest deploy', newest && newest.id !== current?.id ? deployLine(newest, now) : ''],
    ['Created', relativeTime(app.created_at, now)],
    ['Changed', relativeTime(app.updated_at, now)],
  ])
  return `${conditionsText(app.conditions, now, paint)}${pending}\n${facts}`
}

/** What follows an edit, for whoever made it. */
export function pendingText({ name, pending }: Pick<App, 'name' | 'pending'>): string {
  const fields = pending.join(', ')
  const verb = pending.length === 1 ? 'differs' : 'differ'
  return `${fields} ${verb} from what runs; deploy or restart to apply: levelrail apps deploy ${name}`
}

/** One or two words for a table. */
export function stateWord(app: Pick<App, 'conditions'>): string {
  const ready = readyCondition(app)
  if (!ready) return 'not seen yet'
  return ready.status === 'true' ? 'ready' : ready.reason
}

export function readyCondition({ conditions }: Pick<App, 'conditions'>): Condition | undefined {
  return conditions.find(({ type }) => type === 'Ready')
}

function runningText({ running_image: image, running_digest: digest }: App): string {
  if (image === null) return 'nothing yet'
  return digest === null ? image : `${image} (${digest})`
}

function strategyText({ strategy, effective_strategy: effective }: App): string {
  return effective === strategy ? strategy : `${strategy}; the next deploy goes by ${effective}`
}

function probeText(probe: Probe | null): string {
  if (!probe) return ''
  const { type, path, port, command, interval, timeout, failures, start_period: startPeriod } = probe
  const parts = [
    [type, type === 'command' ? command?.join(' ') : path].filter(Boolean).join(' '),
    port && `port ${port}`,
    interval && `every ${interval}`,
    timeout && `timeout ${timeout}`,
    failures && `${failures} failures`,
    startPeriod && `start period ${startPeriod}`,
  ]
  return parts.filter(Boolean).join(', ')
}

function hookText(hook: Hook | null): string {
  if (!hook) return ''
  return hook.timeout === undefined ? hook.command.join(' ') : `${hook.command.join(' ')}, timeout ${hook.timeout}`
}

function limitsText({ resources: { memory, cpu, swap, cpuset } }: App): string {
  const parts = [
    memory && `memory ${memory}`,
    swap && `swap ${swap}`,
    cpu && `cpu ${cpu}`,
    cpuset && `on cpus ${cpuset}`,
  ]
  return parts.filter(Boolean).join(', ')
}
