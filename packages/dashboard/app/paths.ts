// Every address of the dashboard. Pages, links and tests take them from here.
export const paths = {
  home: '/',
  apps: '/apps',
  appNew: '/apps/new',
  app: '/apps/$name',
  appDeploys: '/apps/$name/deploys',
  appDeploy: '/apps/$name/deploys/$deployId',
  appClone: '/apps/$name/clone',
  appPromote: '/apps/$name/promote',
  appVariables: '/apps/$name/variables',
  appSettings: '/apps/$name/settings',
  projects: '/projects',
  organization: '/projects/organizations/$orgId',
  project: '/projects/$projectId',
  projectEnvironments: '/projects/$projectId/environments',
  environment: '/projects/$projectId/environments/$environmentId',
  environmentClone: '/projects/$projectId/environments/$environmentId/clone',
  environmentCompare: '/projects/$projectId/environments/compare',
  projectVariables: '/projects/$projectId/variables',
  freezes: '/freezes',
  approvals: '/approvals',
  ingress: '/ingress',
  registries: '/registries',
  registryNew: '/registries/new',
  audit: '/audit',
  users: '/users',
  userNew: '/users/new',
  user: '/users/$userId',
  tokens: '/tokens',
  tokenNew: '/tokens/new',
  account: '/account',
  accountSecurity: '/account/security',
  accountSessions: '/account/sessions',
  login: '/login',
  setup: '/setup',
} as const

/** Where sign-in may lead back to: a path of this page, never another origin. */
export function safeReturnPath(path: string | undefined): string {
  return path && /^\/(?![/\\])/.test(path) && !path.startsWith(paths.login) ? path : paths.home
}
