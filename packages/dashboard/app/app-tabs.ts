// THE table of the tabs of an app's page, in the order in which they are shown. A new tab is one row here and, where
// something links to it, one line in `paths.ts`; its file is fetched when it is first opened.
import type { Ability } from '@levelrail/contract/ability.ts'
import type { ComponentType } from 'react'
import { lazyPage } from './lazy-page.ts'

export interface AppTab {
  /** The last part of the address, `/apps/{name}/{path}`. */
  path: string
  title: string
  /** Without one, the tab has routes of its own in `routes.tsx`. */
  page?: ComponentType & { preload: () => Promise<void> }
  /** Further pages lie below it, on which the tab is open too. */
  hasPages?: true
  /** Without it, the tab is not shown, and its page says why. */
  ability?: Ability
}

export const appTabs = [
  { path: '', title: 'Overview' },
  { path: 'deploys', title: 'Deploys', hasPages: true },
  { path: 'logs', title: 'Logs', page: lazyPage(() => import('./pages/app-logs.tsx'), 'AppLogs') },
  {
    path: 'terminal',
    title: 'Terminal',
    page: lazyPage(() => import('./pages/app-terminal.tsx'), 'AppTerminal'),
    ability: 'root',
  },
  { path: 'requests', title: 'Requests' },
  { path: 'tasks', title: 'Tasks', page: lazyPage(() => import('./pages/app-tasks.tsx'), 'AppTasks') },
  { path: 'events', title: 'Events', page: lazyPage(() => import('./pages/app-events.tsx'), 'AppEvents') },
  { path: 'variables', title: 'Variables', page: lazyPage(() => import('./pages/app-variables.tsx'), 'AppVariables') },
  { path: 'domains', title: 'Domains', page: lazyPage(() => import('./pages/app-domains.tsx'), 'AppDomains') },
  { path: 'rules', title: 'Rules', page: lazyPage(() => import('./pages/app-rules.tsx'), 'AppRules') },
  { path: 'settings', title: 'Settings', page: lazyPage(() => import('./pages/app-settings.tsx'), 'AppSettings') },
] as const satisfies readonly AppTab[]

/** The same table, without the exact types that the addresses need. */
export const allAppTabs: readonly AppTab[] = appTabs
