// THE table of the tabs of a project's page, in the order in which they are shown. A new tab is one row here; one with
// pages of its own has its routes in `routes.tsx`.
import { lazyPage } from './lazy-page.ts'

export const projectTabs = [
  {
    path: 'topology',
    title: 'Topology',
    page: lazyPage(() => import('./pages/project-topology.tsx'), 'ProjectTopology'),
  },
  {
    path: 'variables',
    title: 'Variables',
    page: lazyPage(() => import('./pages/project-variables.tsx'), 'ProjectVariables'),
  },
  {
    path: 'settings',
    title: 'Settings',
    page: lazyPage(() => import('./pages/project-settings.tsx'), 'ProjectSettings'),
  },
] as const

/** With those that have routes of their own, in order. */
export const allProjectTabs: readonly { path: string; title: string; hasPages?: true }[] = [
  { path: '', title: 'Apps' },
  { path: 'environments', title: 'Environments', hasPages: true },
  ...projectTabs,
]
