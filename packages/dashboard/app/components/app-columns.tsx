// The columns of lists of apps: name, state, ready replicas, image, last deploy, and whether edits wait.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import type { Column } from '../ui/table.tsx'
import { appState, outcomeOf, outcomeTones, readyReplicas } from './app-state.ts'
import { StateMark } from './state-line.tsx'

export const appColumns = {
  name: {
    title: 'Name',
    className: 'max-w-80',
    cell: (app) => (
      <Link
        to={paths.app}
        params={{ name: app.name }}
        title={app.name}
        className="block truncate font-strong hover:text-accent-text hover:underline"
      >
        {app.name}
      </Link>
    ),
  },
  state: { title: 'State', className: 'w-px', cell: (app) => <StateMark state={appState(app)} /> },
  ready: {
    title: 'Ready',
    className: 'w-px',
    cell: (app) => <code className="whitespace-nowrap">{readyReplicas(app) ?? '–'}</code>,
  },
  image: { title: 'Image', className: 'max-w-80', cell: (app) => <Image app={app} /> },
  lastDeploy: { title: 'Last deploy', className: 'whitespace-nowrap', cell: (app) => <LastDeploy app={app} /> },
  edits: {
    title: 'Edits',
    cell: (app) =>
      app.pending.length > 0 && (
        <span title={app.pending.join(', ')}>
          <Badge tone="held">pending</Badge>
        </span>
      ),
  },
} as const satisfies Record<string, Column<App>>

function Image({ app }: { app: App }) {
  if (app.image === '') return <span className="text-faint">none yet</span>
  const text = app.running_image ?? `next: ${app.image}`
  return (
    <code title={text} className="block truncate">
      {text}
    </code>
  )
}

function LastDeploy({ app }: { app: App }) {
  const deploy = app.latest_deploy
  const outcome = deploy && outcomeOf(deploy.outcome)
  if (!deploy || !outcome) return <span className="text-faint">never</span>
  return (
    <Link
      to={paths.appDeploy}
      params={{ name: app.name, deployId: deploy.id }}
      aria-label={`Last deploy of ${app.name}: ${outcome.replace('_', ' ')}`}
      className="inline-flex items-center gap-2 hover:text-accent-text"
    >
      <StatusMark tone={outcomeTones[outcome]} />
      {outcome.replace('_', ' ')}
      <span className="text-muted">
        <RelativeTime at={deploy.started_at} />
      </span>
    </Link>
  )
}
