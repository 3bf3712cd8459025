// What is so with the app now: what waits, what failed last, its conditions, and its containers.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { rulesQuery } from '../api/ingress-queries.ts'
import { appQuery, deploysQuery, domainsQuery, type Replica, replicasQuery } from '../api/queries.ts'
import { appAddresses } from '../components/app-address.ts'
import { conditionTone } from '../components/app-state.ts'
import { ConditionList } from '../components/condition-list.tsx'
import { DeployOutcome } from '../components/deploy-outcome.tsx'
import { Failure } from '../components/failure.tsx'
import { HoldWords } from '../components/hold-words.tsx'
import { NextRestart } from '../components/next-restart.tsx'
import { PendingCard } from '../components/pending-card.tsx'
import { RequestSummary } from '../components/request-summary.tsx'
import { MaintenanceBanner } from '../forms/maintenance.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { type Column, Table } from '../ui/table.tsx'

const route = getRouteApi('/shell/apps/$name')

const columns: readonly Column<Replica>[] = [
  {
    title: 'Replica',
    cell: (replica) => (
      <span className="flex items-center gap-2.5">
        <StatusMark tone={replicaTone(replica)} />
        <code>{replica.number}</code>
      </span>
    ),
  },
  { title: 'State', cell: (replica) => `${replica.state}${replica.ready ? ', ready' : ''}` },
  { title: 'Address', cell: (replica) => <code>{replica.address || '–'}</code> },
  { title: 'Container', cell: (replica) => <code className="wrap-anywhere">{replica.container}</code> },
  { title: 'Deploy', cell: (replica) => <code className="wrap-anywhere">{replica.deploy_id}</code>, isMinor: true },
]

export function AppOverview() {
  const { name } = route.useParams()
  const { data: app } = useQuery(appQuery(name))
  const { data: deploys } = useQuery(deploysQuery(name))
  const { data: replicas, error, refetch } = useQuery(replicasQuery(name))
  const { data: rules } = useQuery(rulesQuery(name))
  const latest = deploys?.[0]
  return (
    <>
      {rules && <MaintenanceBanner name={name} maintenance={rules.maintenance} />}
      {latest?.hold && (
        <div className="px-6 pt-4 max-shell:px-4">
          <Notice
            tone="held"
            title={`The deploy of ${latest.image} is held`}
            action={
              <Link to={paths.appDeploy} params={{ name, deployId: latest.id }} className={buttonClass('secondary')}>
                See the deploy
              </Link>
            }
          >
            <HoldWords hold={latest.hold} />
          </Notice>
        </div>
      )}
      {latest?.outcome === 'failed' && (
        <div className="px-6 pt-4 max-shell:px-4">
          <Notice
            tone="bad"
            title={`The last deploy failed: ${latest.failure?.code ?? 'unknown'}`}
            action={
              <Link to={paths.appDeploy} params={{ name, deployId: latest.id }} className={buttonClass('secondary')}>
                See why
              </Link>
            }
          >
            {latest.failure?.cause} {app?.current_deploy_id && 'What served before was not touched.'}
          </Notice>
        </div>
      )}
      {app && <NextRestart at={app.next_restart_at} />}
      {app && <PendingCard app={app} />}
      {app && replicas && <Addresses app={app} replicas={replicas} />}
      {app && app.current_deploy_id !== null && <RequestSummary name={name} />}
      <h2 className="px-6 pt-5 pb-2 font-strong max-shell:px-4">Conditions</h2>
      {app?.conditions.length === 0 ? (
        <p className="px-6 text-muted max-shell:px-4">Nothing was seen of it yet; the first look comes in a moment.</p>
      ) : (
        <ConditionList conditions={app?.conditions} toneOf={conditionTone} />
      )}
      <h2 className="px-6 pt-6 pb-2 font-strong max-shell:px-4">Replicas</h2>
      {error && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure error={error} act="read the containers" onRetry={() => void refetch()} />
        </div>
      )}
      {replicas?.length === 0 && <p className="px-6 text-muted max-shell:px-4">No container is there now.</p>}
      {replicas?.length !== 0 && (replicas || !error) && (
        <Table
          label="Replicas"
          columns={columns}
          rows={replicas?.toSorted((a, b) => a.number - b.number)}
          rowKey={(replica) => replica.container}
        />
      )}
      <h2 className="px-6 pt-6 pb-2 font-strong max-shell:px-4">Facts</h2>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-x-8 gap-y-3 px-6 max-shell:px-4 max-list:grid-cols-1">
        <Fact name="Image that runs">
          <code className="wrap-anywhere">{app && (app.running_image ?? 'none yet')}</code>
        </Fact>
        {app && app.image !== '' && (app.pending.includes('image') || app.current_deploy_id === null) && (
          <Fact name="Image of the next deploy">
            <code className="wrap-anywhere">{app.image}</code>
          </Fact>
        )}
        <Fact name="Port">{app?.port ?? 'none'}</Fact>
        <Fact name="Last deploy">
          {latest ? (
            <Link
              to={paths.appDeploy}
              params={{ name, deployId: latest.id }}
              className="inline-flex items-center gap-2 hover:text-accent-text"
            >
              <DeployOutcome deploy={latest} /> <RelativeTime at={latest.started_at} />
            </Link>
          ) : (
            'none yet'
          )}
        </Fact>
        <Fact name="Created">{app && <RelativeTime at={app.created_at} />}</Fact>
        <Fact name="Volumes">
          {app?.volumes.map((volume) => (
            <code key={volume.name} className="block">
              {volume.name} at {volume.path}
            </code>
          ))}
          {app?.volumes.length === 0 && 'none'}
        </Fact>
      </dl>
    </>
  )
}

/** Where it can be opened; nothing while nothing answers. */
function Addresses({ app, replicas }: { app: App; replicas: readonly Replica[] }) {
  const { data: domains } = useQuery(domainsQuery(app.name))
  const addresses = appAddresses(app, replicas, domains ?? [], location.hostname)
  const [first] = addresses
  if (!first) return null
  return (
    <section aria-label="Address" className="px-6 pt-4 max-shell:px-4">
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {addresses.map(({ text, url }) => (
          <li key={text}>
            {url ? (
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="inline-flex items-center gap-1.5 rounded-sm font-mono text-accent-text hover:underline"
              >
                {text}
                <ExternalLink className="size-3.5" aria-label="(opens in a new tab)" />
              </a>
            ) : (
              <code>{text}</code>
            )}
          </li>
        ))}
      </ul>
      <p className="text-small text-muted">{first.note}</p>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-faint">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function replicaTone(replica: Replica) {
  if (replica.ready) return 'ok'
  return replica.state === 'running' ? 'working' : 'stopped'
}
