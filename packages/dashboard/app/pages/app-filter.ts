// Search, state and order of the list of apps as they stand in the URL: what is not understood is left out. The server
// searches and sorts by what it stores; state and last deploy are told here, from all rows.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { AppsAsked } from '../api/queries.ts'
import { type AppState, appState } from '../components/app-state.ts'

export const appSorts = ['name', '-name', '-created_at', 'created_at', '-deployed_at', 'state'] as const
export const appStates = ['serving', 'working', 'failing', 'stopped', 'pending'] as const
export type AppSort = (typeof appSorts)[number]
export type AppStateFilter = (typeof appStates)[number]

export interface AppFilter {
  search?: string
  state?: AppStateFilter
  sort?: AppSort
  /** The id of a project, or `none`. */
  project?: string
}

export function appFilter(search: Record<string, unknown>): AppFilter {
  const text = typeof search.search === 'number' ? String(search.search) : search.search
  const sort = appSorts.find((known) => known === search.sort && known !== 'name')
  const state = appStates.find((known) => known === search.state)
  return {
    ...(typeof text === 'string' && text !== '' ? { search: text.slice(0, 100) } : {}),
    ...(state ? { state } : {}),
    ...(sort ? { sort } : {}),
    ...(typeof search.project === 'string' && search.project !== 'any' && search.project !== ''
      ? { project: search.project.slice(0, 64) }
      : {}),
  }
}

/** What the server is asked for. */
export function askedOf({ search, sort, project }: AppFilter): AppsAsked {
  const known = sort === '-deployed_at' || sort === 'state' ? undefined : sort
  return {
    ...(search ? { search } : {}),
    ...(known ? { sort: known } : {}),
    ...(project ? { project_id: project } : {}),
  }
}

/** Whether the answer depends on rows that were not fetched yet. */
export function needsAll({ state, sort }: AppFilter): boolean {
  return state !== undefined || sort === '-deployed_at' || sort === 'state'
}

export function chosenApps(apps: readonly App[], { state, sort }: AppFilter): App[] {
  const kept = apps.filter((app) => state === undefined || isIn(app, state))
  if (sort === '-deployed_at') return kept.sort((a, b) => deployedAt(b).localeCompare(deployedAt(a)))
  if (sort === 'state') return kept.sort((a, b) => urgency(appState(a)) - urgency(appState(b)))
  return kept
}

function isIn(app: App, state: AppStateFilter): boolean {
  if (state === 'pending') return app.pending.length > 0
  const { tone } = appState(app)
  return { serving: 'ok', working: 'working', failing: 'bad', stopped: 'stopped' }[state] === tone
}

function deployedAt(app: App): string {
  return app.latest_deploy?.started_at ?? ''
}

/** What needs a look comes first. */
function urgency({ tone }: AppState): number {
  return ['bad', 'unknown', 'held', 'working', 'ok', 'stopped'].indexOf(tone)
}
