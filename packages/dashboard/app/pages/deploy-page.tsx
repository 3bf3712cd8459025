// One deploy: the failure above everything, the timeline of its phases, and its log beside it.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleStop, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { appQuery, deployDiffQuery, deployQuery, deploysQuery, keys, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { sourceWords } from '../components/app-state.ts'
import { CanaryCard } from '../components/canary-card.tsx'
import { DeployDiffList, shortDigest } from '../components/deploy-diff.tsx'
import { DeployHooks } from '../components/deploy-hooks.tsx'
import { DeployLogView } from '../components/deploy-log-view.tsx'
import { DeployDuration, DeployOutcome } from '../components/deploy-outcome.tsx'
import { DeployTimeline } from '../components/deploy-timeline.tsx'
import { Failure } from '../components/failure.tsx'
import { FailureCard } from '../components/failure-card.tsx'
import { ApprovalLines, HeldCard } from '../components/held-card.tsx'
import { RollbackDialog } from '../forms/rollback.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'

const route = getRouteApi('/shell/apps/$name/deploys/$deployId')

export function DeployPage() {
  const { name, deployId } = route.useParams()
  const { data: deploy, error, refetch } = useQuery(deployQuery(name, deployId))
  const { data: app } = useQuery(appQuery(name))
  if (error && !deploy) {
    return (
      <div className="px-6 py-4 max-shell:px-4">
        <Failure error={error} act="load the deploy" onRetry={() => void refetch()} />
      </div>
    )
  }
  return (
    <div className="grid gap-4 px-6 pt-4 max-shell:px-4">
      {deploy?.hold && <HeldCard deploy={deploy} hold={deploy.hold} />}
      {deploy?.canary_weight !== undefined && deploy.outcome === 'in_progress' && (
        <CanaryCard key={deploy.canary_weight} deploy={deploy} weight={deploy.canary_weight} />
      )}
      {deploy?.failure && !deploy.hold && app && <FailureCard app={app} deploy={deploy} failure={deploy.failure} />}
      {deploy && app ? <Head deploy={deploy} app={app} /> : <Skeleton className="w-64" />}
      <div className="grid grid-cols-[17rem_minmax(0,1fr)] gap-6 max-wide:grid-cols-1">
        <div className="grid content-start gap-4">
          {deploy ? <DeployTimeline deploy={deploy} /> : <Skeleton className="h-40 w-full" />}
          <DeployHooks hooks={deploy?.hooks} />
          {deploy && <Differences deploy={deploy} />}
        </div>
        {/* The log of a held deploy ends, and begins again when it goes on. */}
        {deploy && (
          <DeployLogView key={`${deploy.id} ${deploy.outcome === 'blocked'}`} name={name} deployId={deploy.id} />
        )}
      </div>
    </div>
  )
}

/** Against the deploy before it, whatever became of that one. */
function Differences({ deploy }: { deploy: Deploy }) {
  const { data: deploys } = useQuery(deploysQuery(deploy.app))
  const index = deploys?.findIndex(({ id }) => id === deploy.id) ?? -1
  const before = index < 0 ? undefined : deploys?.[index + 1]
  const { data: diff } = useQuery({
    ...deployDiffQuery(deploy.app, deploy.id, before ? { from: before.id } : {}),
    enabled: before !== undefined,
  })
  if (!before || !diff) return null
  return (
    <section aria-label="Differences" className="grid gap-2">
      <h2 className="font-strong">
        Different from{' '}
        <Link
          to={paths.appDeploy}
          params={{ name: deploy.app, deployId: before.id }}
          className="font-normal text-accent-text hover:underline"
        >
          the deploy before
        </Link>
      </h2>
      <DeployDiffList diff={diff} />
    </section>
  )
}

function Head({ deploy, app }: { deploy: Deploy; app: App }) {
  const who = useIdentity()
  const queryClient = useQueryClient()
  const [isRollingBack, setRollingBack] = useState(false)
  const { data: deploys } = useQuery(deploysQuery(app.name))
  const cancel = useMutation({
    mutationFn: () => api.deployCancel({ params: { name: app.name, deployId: deploy.id } }),
    onSuccess: () => toast('The deploy was canceled; what served before goes on'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.apps }),
  })
  const mayNot = can.deploy(who) ? undefined : 'Needs the ability deploy'
  return (
    <section aria-label="Deploy" className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-2">
            <DeployOutcome deploy={deploy} />
            {deploy.id === app.current_deploy_id && <Badge>current</Badge>}
            <code className="wrap-anywhere">{deploy.image}</code>
          </div>
          <p className="text-muted">
            <span className="inline-block first-letter:uppercase">{sourceWords[deploy.source]}</span> by {deploy.by},{' '}
            <RelativeTime at={deploy.started_at} />,{' '}
            {deploy.finished_at ? 'took' : deploy.hold ? 'held for' : 'running for'} <DeployDuration deploy={deploy} />
            {deploy.digest && (
              <>
                , digest <code title={deploy.digest}>{shortDigest(deploy.digest)}</code>
              </>
            )}
            {deploy.rollback_to && (
              <>
                , back to{' '}
                <Link
                  to={paths.appDeploy}
                  params={{ name: app.name, deployId: deploy.rollback_to }}
                  className="text-accent-text hover:underline"
                >
                  <code>{deploy.rollback_to}</code>
                </Link>
              </>
            )}
          </p>
          {deploy.note && <p className="wrap-anywhere">{deploy.note}</p>}
          {deploy.override_reason && <p className="wrap-anywhere">Past a freeze window: {deploy.override_reason}</p>}
          {!deploy.hold && <ApprovalLines deploy={deploy} />}
        </div>
        <div className="flex gap-2">
          {can.cancel(deploy) && (
            <Button
              look="danger"
              disabled={!!mayNot}
              title={mayNot}
              pending={cancel.isPending}
              onClick={() => cancel.mutate()}
            >
              <CircleStop className="size-3.5" aria-hidden="true" />
              Cancel the deploy
            </Button>
          )}
          {can.rollBackTo(deploy, app) && (
            <Button
              disabled={!!mayNot || app.suspended}
              title={mayNot ?? (app.suspended ? 'The app is stopped: start it first' : undefined)}
              onClick={() => setRollingBack(true)}
            >
              <Undo2 className="size-3.5" aria-hidden="true" />
              Roll back to this
            </Button>
          )}
        </div>
      </div>
      {cancel.error && <Failure error={cancel.error} act="cancel the deploy" />}
      {isRollingBack && (
        <RollbackDialog app={app} deploys={deploys ?? []} to={deploy} onClose={() => setRollingBack(false)} />
      )}
    </section>
  )
}
