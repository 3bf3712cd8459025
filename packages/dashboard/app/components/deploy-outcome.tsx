// How a deploy ended, or that it goes on: mark and word.
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { isGoingOn } from '../api/queries.ts'
import { useTick } from '../hooks/use-tick.ts'
import { Badge } from '../ui/badge.tsx'
import { outcomeTones, spanWords } from './app-state.ts'

export function DeployOutcome({ deploy }: { deploy: Pick<Deploy, 'outcome'> }) {
  return <Badge tone={outcomeTones[deploy.outcome]}>{deploy.outcome.replace('_', ' ')}</Badge>
}

/** How long it took, or takes: ticks while it goes on. */
export function DeployDuration({ deploy }: { deploy: Deploy }) {
  const now = useTick(isGoingOn(deploy), deploy.outcome === 'blocked' ? 1_000 : 200)
  const end = deploy.finished_at === null ? now : Date.parse(deploy.finished_at)
  return <code className="whitespace-nowrap">{spanWords(end - Date.parse(deploy.started_at))}</code>
}
