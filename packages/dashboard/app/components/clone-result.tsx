// A cloned environment: what there is now, and which secrets wait for a value before its apps can be deployed.
import type { ClonedEnvironment } from '@levelrail/contract/schemas/clones.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { StatusMark } from '../ui/status-mark.tsx'

export function CloneResult({ cloned }: { cloned: ClonedEnvironment }) {
  const params = { projectId: cloned.project_id, environmentId: cloned.id }
  return (
    <div className="grid max-w-3xl gap-4 px-6 py-5 max-shell:px-4">
      <Notice tone="ok" title={`${cloned.name} is recorded`}>
        Nothing of it runs yet: deploy its apps when they are ready.
      </Notice>
      <ul aria-label="Clones" className="grid gap-1.5">
        {cloned.apps.map(({ source_app, name, secrets_without_value: waiting }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
            <StatusMark tone={waiting.length > 0 ? 'held' : 'ok'} />
            <Link to={paths.app} params={{ name }} className="font-strong hover:underline">
              {name}
            </Link>
            <span className="text-muted">from {source_app}</span>
            {waiting.length > 0 && (
              <Link to={paths.appVariables} params={{ name }} className="text-accent-text hover:underline">
                set {waiting.join(', ')}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {cloned.secrets_without_value.length > 0 && (
        <Notice tone="held" title="Shared secrets wait for their values">
          <code>{cloned.secrets_without_value.join(', ')}</code>: no app gets them until they are set in the
          environment.
        </Notice>
      )}
      <div>
        <Link to={paths.environment} params={params} className={buttonClass('primary')}>
          Open {cloned.name}
        </Link>
      </div>
    </div>
  )
}
