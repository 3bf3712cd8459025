// One app: its name, what is so and since when, the main acts, and the tabs.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet } from '@tanstack/react-router'
import { appQuery, deploysQuery, isInProgress, useIdentity } from '../api/queries.ts'
import { allAppTabs } from '../app-tabs.ts'
import { can } from '../can.ts'
import { AppPlace } from '../components/app-place.tsx'
import { appState } from '../components/app-state.ts'
import { Failure } from '../components/failure.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { StateLine } from '../components/state-line.tsx'
import { AppActs } from '../forms/app-acts.tsx'
import { paths } from '../paths.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'

const route = getRouteApi('/shell/apps/$name')

export function AppPage() {
  const { name } = route.useParams()
  const who = useIdentity()
  const { data: deploys } = useQuery(deploysQuery(name))
  const running = deploys?.find(isInProgress)
  const { data: app, error, refetch } = useQuery(appQuery(name))
  const base = `${paths.apps}/${name}`
  return (
    <>
      <PageHeader title={name} action={app && <AppActs app={app} deploys={deploys ?? []} />}>
        {app ? (
          <>
            <StateLine state={appState(app)} />
            {app.project_id !== '' && <AppPlace app={app} />}
            {running && (
              <Link
                to={paths.appDeploy}
                params={{ name, deployId: running.id }}
                className="rounded-sm text-accent-text hover:underline"
              >
                Follow the deploy
              </Link>
            )}
          </>
        ) : (
          !error && <Skeleton className="my-1 w-56" />
        )}
      </PageHeader>
      {error && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure error={error} act={`load the app ${name}`} onRetry={() => void refetch()} />
        </div>
      )}
      {(app || !error) && (
        <>
          <Tabs
            label="App"
            tabs={allAppTabs
              .filter(({ ability }) => can.seePage(who, ability))
              .map(({ path, ...tab }) => ({ ...tab, to: path === '' ? base : `${base}/${path}` }))}
          />
          <Outlet />
        </>
      )}
    </>
  )
}
