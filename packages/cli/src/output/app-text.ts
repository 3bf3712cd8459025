// An app in words: its state first, then what differs from what runs, then its settings.
import type { App } from '@levelrail/contract/schemas/apps.ts'
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
    ['Port', app.port === null ? 'none' : String(app.port)],
    ['Replicas', app.suspended ? `${app.replicas}, stopped` : String(app.replicas)],
    ['Limits', limitsText(app)],
    ['Strategy', app.strategy],
    ['Volumes', app.volumes.map(({ name, path }) => `${name} at ${path}`).join(', ')],
    ['Variables', Object.keys(app.env).join(', ')],
    ['Secrets', app.secret_env.map(({ name, required }) => (required ? `${name} (required)` : name)).join(', ')],
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
export function stateWord({ conditions }: Pick<App, 'conditions'>): string {
  const ready = conditions.find(({ type }) => type === 'Ready')
  if (!ready) return 'not seen yet'
  return ready.status === 'true' ? 'ready' : ready.reason
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
