// Why a deploy failed, above everything: the code, the cause in a sentence, the lines that prove it, the next step.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Deploy, Failure } from '@levelrail/contract/schemas/deploys.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { DeployDialog } from '../forms/deploy-create.tsx'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { StatusMark } from '../ui/status-mark.tsx'

/** Where the next step is taken, when it is not a deploy. */
const mendedIn: Record<string, { to: typeof paths.appVariables | typeof paths.appSettings; title: string }> = {
  missing_env: { to: paths.appVariables, title: 'Set the variables' },
  port_not_listening: { to: paths.appSettings, title: 'Change the port' },
  health_check_failed: { to: paths.appSettings, title: 'Change the health check' },
  oom_killed: { to: paths.appSettings, title: 'Raise the memory limit' },
}

export function FailureCard({ app, deploy, failure }: { app: App; deploy: Deploy; failure: Failure }) {
  const who = useIdentity()
  const [isDeploying, setDeploying] = useState(false)
  const elsewhere = mendedIn[failure.code]
  const again = failure.retryable
    ? 'Try again'
    : failure.code === 'image_pull_failed'
      ? 'Deploy another image'
      : 'Deploy again'
  return (
    <section
      role="alert"
      aria-label="Why it failed"
      className="grid gap-3 rounded-md border border-bad/40 bg-bad-wash px-4 py-3"
    >
      <div className="flex items-start gap-2.5">
        <StatusMark tone="bad" className="mt-1" />
        <div className="grid min-w-0 flex-1 gap-1">
          <p className="flex flex-wrap items-baseline gap-x-2 font-strong">
            The deploy failed <code className="text-bad">{failure.code}</code>
          </p>
          <p className="wrap-anywhere">{failure.cause}</p>
        </div>
      </div>
      {failure.log_excerpt && (
        <pre className="max-h-60 overflow-auto rounded border border-line bg-page px-3 py-2 font-mono text-small whitespace-pre-wrap wrap-anywhere">
          {failure.log_excerpt}
        </pre>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-72 text-muted">
          <span className="text-ink">Next: </span>
          {failure.next}
          {app.current_deploy_id && app.current_deploy_id !== deploy.id && ' What served before was not touched.'}
        </p>
        <div className="flex gap-2">
          {elsewhere && (
            <Link to={elsewhere.to} params={{ name: app.name }} className={buttonClass('primary')}>
              {elsewhere.title}
            </Link>
          )}
          <Button
            look={elsewhere ? 'secondary' : 'primary'}
            disabled={!can.deploy(who) || app.suspended}
            title={can.deploy(who) ? undefined : 'Needs the ability deploy'}
            onClick={() => setDeploying(true)}
          >
            {again}
          </Button>
        </div>
      </div>
      {isDeploying && <DeployDialog app={app} onClose={() => setDeploying(false)} />}
    </section>
  )
}
