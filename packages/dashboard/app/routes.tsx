// THE table of pages. A new page is one row here and one line in `paths.ts`; `nav` puts it into the side bar and
// the command palette, `ability` keeps it from those who may not see it.
import type { Ability } from '@levelrail/contract/ability.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect, type StaticDataRouteOption } from '@tanstack/react-router'
import {
  BadgeCheck,
  Box,
  Container,
  Folders,
  Globe,
  KeyRound,
  type LucideIcon,
  ScrollText,
  SlidersHorizontal,
  Snowflake,
  UserRound,
  Users,
  Waypoints,
} from 'lucide-react'
import { isSignedOut } from './api/failure.ts'
import { approvalsQuery, freezesQuery } from './api/guard-queries.ts'
import { allDomainsQuery, certificatesQuery, ingressSettingsQuery } from './api/ingress-queries.ts'
import { environmentQuery, organizationQuery, projectQuery } from './api/project-queries.ts'
import {
  appQuery,
  deployQuery,
  deploysQuery,
  registryCredentialsQuery,
  sessionQuery,
  sessionsQuery,
  setupQuery,
  statusQuery,
  tokensQuery,
} from './api/queries.ts'
import { isRange, type Range } from './api/request-queries.ts'
import { type AppTab, appTabs } from './app-tabs.ts'
import { EntryFailure } from './components/page-failure.tsx'
import { PageNotFound } from './components/page-not-found.tsx'
import { Root } from './components/root.tsx'
import { Shell } from './components/shell.tsx'
import { lazyPage } from './lazy-page.ts'
import { appFilter } from './pages/app-filter.ts'
import { auditFilter } from './pages/audit-filter.ts'
import { paths } from './paths.ts'
import { projectTabs } from './project-tabs.ts'
import { hasSetupToken } from './setup-token.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
    /** The parameter of the address that names the page. */
    titleParam?: string
    ability?: Ability
    nav?: { group: 'Workloads' | 'Platform' | 'Access' | 'You'; icon: LucideIcon; words: string }
  }
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: EntryFailure,
  notFoundComponent: PageNotFound,
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(sessionQuery)
    } catch (error) {
      if (!isSignedOut(error)) throw error
      throw redirect({ to: paths.login, search: location.href === paths.home ? {} : { return: location.href } })
    }
  },
})

const apps = createRoute({
  getParentRoute: () => shell,
  path: paths.apps,
  staticData: {
    title: 'Apps',
    nav: { group: 'Workloads', icon: Box, words: 'services containers deploys images' },
  },
})

const appList = createRoute({
  getParentRoute: () => apps,
  path: '/',
  validateSearch: appFilter,
  component: lazyPage(() => import('./pages/apps-page.tsx'), 'AppsPage'),
})

const appNew = createRoute({
  getParentRoute: () => apps,
  path: 'new',
  validateSearch: (search): { example?: true; project?: string; environment?: string } => ({
    ...(search.example === true ? { example: true } : {}),
    ...textsOf(search, ['project', 'environment']),
  }),
  staticData: { title: 'New app', ability: 'write' },
  component: lazyPage(() => import('./forms/app-create.tsx'), 'AppCreatePage'),
})

const app = createRoute({
  getParentRoute: () => apps,
  path: '$name',
  staticData: { titleParam: 'name' },
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(appQuery(params.name))
    void context.queryClient.prefetchQuery(deploysQuery(params.name))
  },
  component: lazyPage(() => import('./pages/app-page.tsx'), 'AppPage'),
})

const appOverview = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: lazyPage(() => import('./pages/app-overview.tsx'), 'AppOverview'),
})

const tabs = appTabs.flatMap((tab) =>
  'page' in tab
    ? [createRoute({ getParentRoute: () => app, path: tab.path, staticData: tabData(tab), component: tab.page })]
    : [],
)

const appRequests = createRoute({
  getParentRoute: () => app,
  path: 'requests',
  validateSearch: (search): { range?: Range } => {
    const range = String(search.range ?? '')
    return isRange(range) ? { range } : {}
  },
  staticData: { title: 'Requests' },
  component: lazyPage(() => import('./pages/app-requests.tsx'), 'AppRequests'),
})

const appDeploys = createRoute({ getParentRoute: () => app, path: 'deploys', staticData: { title: 'Deploys' } })

const appDeployList = createRoute({
  getParentRoute: () => appDeploys,
  path: '/',
  component: lazyPage(() => import('./pages/app-deploys.tsx'), 'AppDeploys'),
})

const appDeploy = createRoute({
  getParentRoute: () => appDeploys,
  path: '$deployId',
  staticData: { titleParam: 'deployId' },
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(deployQuery(params.name, params.deployId)),
  component: lazyPage(() => import('./pages/deploy-page.tsx'), 'DeployPage'),
})

const appClone = createRoute({
  getParentRoute: () => app,
  path: 'clone',
  validateSearch: (search): { environment?: string } => textsOf(search, ['environment']),
  staticData: { title: 'Clone', ability: 'write' },
  component: lazyPage(() => import('./forms/app-clone.tsx'), 'AppClonePage'),
})

const appPromote = createRoute({
  getParentRoute: () => app,
  path: 'promote',
  validateSearch: (search): { to?: string; target?: string; env?: boolean } => ({
    ...textsOf(search, ['to', 'target']),
    ...(search.env === true ? { env: true } : {}),
  }),
  staticData: { title: 'Promote' },
  component: lazyPage(() => import('./pages/app-promote.tsx'), 'AppPromotePage'),
})

const projects = createRoute({
  getParentRoute: () => shell,
  path: paths.projects,
  staticData: {
    title: 'Projects',
    ability: 'read',
    nav: { group: 'Workloads', icon: Folders, words: 'organizations environments shared variables topology compare' },
  },
})

const projectList = createRoute({
  getParentRoute: () => projects,
  path: '/',
  component: lazyPage(() => import('./pages/projects-page.tsx'), 'ProjectsPage'),
})

const organization = createRoute({
  getParentRoute: () => projects,
  path: 'organizations/$orgId',
  loader: ({ context, params }) => named(context.queryClient.ensureQueryData(organizationQuery(params.orgId))),
  component: lazyPage(() => import('./pages/organization-page.tsx'), 'OrganizationPage'),
})

const project = createRoute({
  getParentRoute: () => projects,
  path: '$projectId',
  loader: ({ context, params }) => named(context.queryClient.ensureQueryData(projectQuery(params.projectId))),
  component: lazyPage(() => import('./pages/project-page.tsx'), 'ProjectPage'),
})

const projectApps = createRoute({
  getParentRoute: () => project,
  path: '/',
  validateSearch: (search): { environment?: string } => textsOf(search, ['environment']),
  component: lazyPage(() => import('./pages/project-apps.tsx'), 'ProjectApps'),
})

const projectParts = projectTabs.map(({ path, title, page }) =>
  createRoute({ getParentRoute: () => project, path, staticData: { title }, component: page }),
)

const projectEnvironments = createRoute({
  getParentRoute: () => project,
  path: 'environments',
  staticData: { title: 'Environments' },
})

const environmentList = createRoute({
  getParentRoute: () => projectEnvironments,
  path: '/',
  component: lazyPage(() => import('./pages/project-environments.tsx'), 'ProjectEnvironments'),
})

const environmentCompare = createRoute({
  getParentRoute: () => projectEnvironments,
  path: 'compare',
  validateSearch: (search): { a?: string; b?: string; all?: true } => ({
    ...textsOf(search, ['a', 'b']),
    ...(search.all === true ? { all: true } : {}),
  }),
  staticData: { title: 'Compare' },
  component: lazyPage(() => import('./pages/environment-compare.tsx'), 'EnvironmentCompare'),
})

const environment = createRoute({
  getParentRoute: () => projectEnvironments,
  path: '$environmentId',
  loader: ({ context, params }) => named(context.queryClient.ensureQueryData(environmentQuery(params.environmentId))),
  component: lazyPage(() => import('./pages/environment-page.tsx'), 'EnvironmentPage'),
})

const environmentClone = createRoute({
  getParentRoute: () => projectEnvironments,
  path: '$environmentId/clone',
  staticData: { title: 'Clone', ability: 'deploy' },
  component: lazyPage(() => import('./forms/environment-clone.tsx'), 'EnvironmentClonePage'),
})

const domains = createRoute({
  getParentRoute: () => shell,
  path: paths.domains,
  staticData: {
    title: 'Domains',
    ability: 'read',
    nav: { group: 'Workloads', icon: Globe, words: 'certificates https tls names hosts dns upload root' },
  },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(allDomainsQuery)
    void context.queryClient.prefetchQuery(certificatesQuery)
  },
  component: lazyPage(() => import('./pages/domains-page.tsx'), 'DomainsPage'),
})

const domainList = createRoute({
  getParentRoute: () => domains,
  path: '/',
  component: lazyPage(() => import('./pages/domain-list.tsx'), 'DomainList'),
})

const certificates = createRoute({
  getParentRoute: () => domains,
  path: 'certificates',
  staticData: { title: 'Certificates' },
  component: lazyPage(() => import('./pages/certificate-list.tsx'), 'CertificateList'),
})

const certificateNew = createRoute({
  getParentRoute: () => certificates,
  path: 'new',
  staticData: { title: 'Upload a certificate', ability: 'root' },
  component: lazyPage(() => import('./forms/certificate-create.tsx'), 'CertificateCreate'),
})

const approvals = createRoute({
  getParentRoute: () => shell,
  path: paths.approvals,
  staticData: {
    title: 'Approvals',
    ability: 'read',
    nav: { group: 'Workloads', icon: BadgeCheck, words: 'approve reject held deploys inbox review' },
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(approvalsQuery),
  component: lazyPage(() => import('./pages/approvals-page.tsx'), 'ApprovalsPage'),
})

const freezes = createRoute({
  getParentRoute: () => shell,
  path: paths.freezes,
  validateSearch: (search): { from?: string } => {
    const from = String(search.from ?? '')
    return /^\d{4}-\d\d-\d\d$/.test(from) && !Number.isNaN(Date.parse(from)) ? { from } : {}
  },
  staticData: {
    title: 'Freeze windows',
    ability: 'read',
    nav: { group: 'Workloads', icon: Snowflake, words: 'calendar hold deploys weekend maintenance' },
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(freezesQuery),
  component: lazyPage(() => import('./pages/freezes-page.tsx'), 'FreezesPage'),
})

const home = createRoute({
  getParentRoute: () => shell,
  path: paths.home,
  staticData: {
    title: 'System status',
    nav: { group: 'Platform', icon: SlidersHorizontal, words: 'home health conditions loops version' },
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(statusQuery),
  component: lazyPage(() => import('./pages/system-status-page.tsx'), 'SystemStatusPage'),
})

const ingress = createRoute({
  getParentRoute: () => shell,
  path: paths.ingress,
  staticData: {
    title: 'Ingress',
    ability: 'read',
    nav: {
      group: 'Platform',
      icon: Waypoints,
      words: 'settings https tls acme certificates lets encrypt primary domain',
    },
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(ingressSettingsQuery),
  component: lazyPage(() => import('./pages/ingress-page.tsx'), 'IngressPage'),
})

const registries = createRoute({
  getParentRoute: () => shell,
  path: paths.registries,
  staticData: {
    title: 'Registries',
    ability: 'read',
    nav: { group: 'Platform', icon: Container, words: 'private images credentials pull password docker' },
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(registryCredentialsQuery),
  component: lazyPage(() => import('./pages/registries-page.tsx'), 'RegistriesPage'),
})

const registryNew = createRoute({
  getParentRoute: () => registries,
  path: 'new',
  staticData: { title: 'Add a credential', ability: 'write:sensitive' },
  component: lazyPage(() => import('./forms/registry-create.tsx'), 'RegistryCreate'),
})

const audit = createRoute({
  getParentRoute: () => shell,
  path: paths.audit,
  validateSearch: auditFilter,
  staticData: {
    title: 'Audit log',
    ability: 'root',
    nav: { group: 'Platform', icon: ScrollText, words: 'who did what history refused' },
  },
  component: lazyPage(() => import('./pages/audit-page.tsx'), 'AuditPage'),
})

const users = createRoute({
  getParentRoute: () => shell,
  path: paths.users,
  staticData: {
    title: 'Users',
    ability: 'root',
    nav: { group: 'Access', icon: Users, words: 'people roles policy password' },
  },
  component: lazyPage(() => import('./pages/users-page.tsx'), 'UsersPage'),
})

const userNew = createRoute({
  getParentRoute: () => users,
  path: 'new',
  staticData: { title: 'Add a person', ability: 'root' },
  component: lazyPage(() => import('./forms/user-create.tsx'), 'UserCreate'),
})

const user = createRoute({
  getParentRoute: () => users,
  path: '$userId',
  staticData: { title: 'Person', ability: 'root' },
  component: lazyPage(() => import('./pages/user-drawer.tsx'), 'UserDrawer'),
})

const tokens = createRoute({
  getParentRoute: () => shell,
  path: paths.tokens,
  validateSearch: (search): { ended?: true } => (search.ended === true ? { ended: true } : {}),
  staticData: { title: 'Tokens', nav: { group: 'Access', icon: KeyRound, words: 'api ci bearer abilities' } },
  loader: ({ context }) => void context.queryClient.prefetchQuery(tokensQuery),
  component: lazyPage(() => import('./pages/tokens-page.tsx'), 'TokensPage'),
})

const tokenNew = createRoute({
  getParentRoute: () => tokens,
  path: 'new',
  staticData: { title: 'New token' },
  component: lazyPage(() => import('./forms/token-create.tsx'), 'TokenCreate'),
})

const account = createRoute({
  getParentRoute: () => shell,
  path: paths.account,
  staticData: {
    title: 'Account & security',
    nav: { group: 'You', icon: UserRound, words: 'profile password second factor sessions sign out' },
  },
  component: lazyPage(() => import('./pages/account-page.tsx'), 'AccountPage'),
})

const accountProfile = createRoute({
  getParentRoute: () => account,
  path: '/',
  component: lazyPage(() => import('./pages/account-profile.tsx'), 'AccountProfile'),
})

const accountSecurity = createRoute({
  getParentRoute: () => account,
  path: 'security',
  staticData: { title: 'Password and second factor' },
  component: lazyPage(() => import('./pages/account-security.tsx'), 'AccountSecurity'),
})

const accountSessions = createRoute({
  getParentRoute: () => account,
  path: 'sessions',
  staticData: { title: 'Sessions' },
  loader: ({ context }) => void context.queryClient.prefetchQuery(sessionsQuery),
  component: lazyPage(() => import('./pages/account-sessions.tsx'), 'AccountSessions'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  staticData: { title: 'Sign in' },
  validateSearch: (search): { return?: string } => (typeof search.return === 'string' ? { return: search.return } : {}),
  beforeLoad: async ({ context }) => {
    const setup = await context.queryClient.fetchQuery(setupQuery)
    if (setup.needed) throw redirect({ to: paths.setup })
  },
  component: lazyPage(() => import('./pages/login-page.tsx'), 'LoginPage'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: paths.setup,
  staticData: { title: 'Set up' },
  beforeLoad: async ({ context }) => {
    const status = await context.queryClient.fetchQuery(setupQuery)
    if (!status.needed) throw redirect({ to: paths.login, search: {} })
    return { hasToken: hasSetupToken() }
  },
  component: lazyPage(() => import('./pages/setup-page.tsx'), 'SetupPage'),
})

export const routeTree = root.addChildren([
  shell.addChildren([
    apps.addChildren([
      appList,
      appNew,
      app.addChildren([
        appOverview,
        appRequests,
        appClone,
        appPromote,
        ...tabs,
        appDeploys.addChildren([appDeployList, appDeploy]),
      ]),
    ]),
    projects.addChildren([
      projectList,
      organization,
      project.addChildren([
        projectApps,
        ...projectParts,
        projectEnvironments.addChildren([environmentList, environmentCompare, environment, environmentClone]),
      ]),
    ]),
    domains.addChildren([domainList, certificates.addChildren([certificateNew])]),
    approvals,
    freezes,
    home,
    ingress,
    registries.addChildren([registryNew]),
    audit,
    users.addChildren([userNew, user]),
    tokens.addChildren([tokenNew]),
    account.addChildren([accountProfile, accountSecurity, accountSessions]),
  ]),
  login,
  setup,
])

function tabData({ title, ability }: AppTab): StaticDataRouteOption {
  return { title, ...(ability ? { ability } : {}) }
}

/** What a page with an id in its address is called. */
async function named(resource: Promise<{ name: string }>): Promise<{ title: string }> {
  return { title: (await resource).name }
}

/** Those of an address that are texts, such as ids. */
function textsOf<Key extends string>(
  search: Record<string, unknown>,
  wanted: readonly Key[],
): Partial<Record<Key, string>> {
  const found: Partial<Record<Key, string>> = {}
  for (const key of wanted) {
    const text = search[key]
    if (typeof text === 'string' && text !== '') found[key] = text.slice(0, 100)
  }
  return found
}
