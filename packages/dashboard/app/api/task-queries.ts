// Reads of an app's tasks, their runs and its events; under the key of the app, so that its changes refresh them.
import type { AppEventKind } from '@levelrail/contract/schemas/events.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { keys } from './queries.ts'

export function eventsQuery(name: string, kinds: readonly AppEventKind[]) {
  return queryOptions({
    queryKey: [...keys.apps, 'one', name, 'events', kinds],
    queryFn: ({ signal }) =>
      api.appEventList({
        params: { name },
        query: { limit: 200, ...(kinds.length > 0 ? { kind: kinds.join(',') } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

export function tasksQuery(name: string) {
  return queryOptions({
    queryKey: [...keys.apps, 'one', name, 'tasks'],
    queryFn: ({ signal }) => api.taskList({ params: { name }, signal }),
  })
}

export function taskRunsQuery(name: string, task: string) {
  return queryOptions({
    queryKey: [...keys.apps, 'one', name, 'tasks', task],
    queryFn: ({ signal }) => api.taskRunList({ params: { name, task }, query: { limit: 50 }, signal }),
  })
}

export function taskRunQuery(name: string, task: string, runId: string) {
  return queryOptions({
    queryKey: [...keys.apps, 'one', name, 'tasks', task, runId],
    queryFn: ({ signal }) => api.taskRunView({ params: { name, task, runId }, signal }),
  })
}

/** What a schedule means while it is being typed; a wrong one is answered with why. */
export function scheduleQuery(schedule: string, timeZone: string) {
  return queryOptions({
    queryKey: ['schedule', schedule, timeZone],
    queryFn: ({ signal }) => api.schedulePreview({ query: { schedule, time_zone: timeZone }, signal }),
    enabled: schedule.trim() !== '' && timeZone.trim() !== '',
    retry: false,
    staleTime: 30_000,
  })
}
