// The router and the query cache, and the one rule that joins them: whoever is signed out goes to sign-in.
import { ApiFailure } from '@levelrail/contract/client.ts'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { isSignedOut } from './api/failure.ts'
import { keys, sessionQuery } from './api/queries.ts'
import { refreshChanged } from './api/refresh.ts'
import { PageFailure } from './components/page-failure.tsx'
import { paths } from './paths.ts'
import { routeTree } from './routes.tsx'

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isSignedOut(error)) void (query.queryKey[0] === keys.session[0] ? goToSignIn() : recheckSession())
    },
  }),
  mutationCache: new MutationCache({
    onError: (error) => {
      if (isSignedOut(error)) void recheckSession()
    },
  }),
  defaultOptions: {
    // The connection watch decides what is reachable, not the browser's guess about the network.
    // The stream of changes tells what a page that was away has missed.
    queries: { networkMode: 'always', staleTime: 5_000, refetchOnWindowFocus: false, retry: isWorthAnotherTry },
    mutations: { networkMode: 'always' },
  },
})

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: PageFailure,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
})

/** A failed answer of a kept page: the data is fetched again once the control plane answers. */
export function refreshAll(): void {
  void refreshChanged(queryClient, 'everything')
  void router.invalidate()
}

/** Forgets everything of the last person. */
async function goToSignIn(): Promise<void> {
  const { pathname, href } = router.state.location
  if (pathname === paths.login || pathname === paths.setup) return
  await router.navigate({ to: paths.login, search: { return: href }, ignoreBlocker: true })
  queryClient.clear()
}

/** One refused call does not mean signed out; the session itself is asked before the person is sent away. */
async function recheckSession(): Promise<void> {
  if (!queryClient.getQueryData(keys.session)) return
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false }).catch(() => undefined)
}

function isWorthAnotherTry(failures: number, error: Error): boolean {
  return error instanceof ApiFailure && error.status >= 500 && error.status !== 501 && failures < 1
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
