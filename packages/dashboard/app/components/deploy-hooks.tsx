// The hooks of a deploy that have ended: what ran, how it ended, how long it took, and why.
import type { DeployHook } from '@levelrail/contract/schemas/deploys.ts'
import { joinCommand } from '../forms/command-line.ts'
import { exactUtc } from '../ui/relative-time.tsx'
import { spanWords } from './app-state.ts'
import { RunOutcomeBadge } from './task-history.tsx'

const titles: Record<DeployHook['kind'], string> = { pre_deploy: 'Before the deploy', post_deploy: 'After the deploy' }

export function DeployHooks({ hooks }: { hooks: readonly DeployHook[] | undefined }) {
  if (!hooks || hooks.length === 0) return null
  return (
    <section aria-label="Hooks" className="grid gap-2">
      <h2 className="font-strong">Hooks</h2>
      <ul className="grid gap-2">
        {hooks.map((hook) => (
          <li key={hook.kind} className="grid gap-0.5" title={exactUtc(hook.finished_at)}>
            <div className="flex flex-wrap items-center gap-x-2">
              <span>{titles[hook.kind]}</span>
              <RunOutcomeBadge run={{ outcome: hook.outcome, status: 'ended' }} />
              {hook.exit_code !== null && <code className="text-muted">exit {hook.exit_code}</code>}
              {hook.started_at && (
                <code className="ml-auto text-muted tabular-nums">
                  {spanWords(Date.parse(hook.finished_at) - Date.parse(hook.started_at))}
                </code>
              )}
            </div>
            <code className="line-clamp-3 text-small wrap-anywhere">{joinCommand(hook.command)}</code>
            {hook.reason && <p className="text-small text-muted wrap-anywhere">{hook.reason}</p>}
          </li>
        ))}
      </ul>
      {hooks.some(({ kind, outcome }) => kind === 'post_deploy' && outcome !== 'succeeded') && (
        <p className="text-small text-muted">The new version serves all the same.</p>
      )}
    </section>
  )
}
