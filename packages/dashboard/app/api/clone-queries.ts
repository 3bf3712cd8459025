// What a clone or a promotion would do. Any app may matter to it, so that these are read again with the lists of apps.
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { api } from './client.ts'
import { keys } from './queries.ts'

export function appClonePreviewQuery(name: string, newName: string | undefined) {
  const query = newName === undefined ? {} : { new_name: newName }
  return queryOptions({
    queryKey: [...keys.apps, 'list', 'clone', name, query],
    queryFn: ({ signal }) => api.appClonePreview({ params: { name }, query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function environmentClonePreviewQuery(id: string, newName: string) {
  return queryOptions({
    queryKey: [...keys.apps, 'list', 'environment-clone', id, newName],
    queryFn: newName.trim()
      ? ({ signal }) =>
          api.environmentClonePreview({ params: { id }, query: { new_environment_name: newName.trim() }, signal })
      : skipToken,
    placeholderData: keepPreviousData,
  })
}

export interface PromoteAsked {
  to: string
  target_name?: string
  include_env?: boolean
}

export function promotePreviewQuery(name: string, asked: PromoteAsked) {
  return queryOptions({
    queryKey: [...keys.apps, 'list', 'promote', name, asked],
    queryFn: asked.to ? ({ signal }) => api.appPromotePreview({ params: { name }, query: asked, signal }) : skipToken,
    placeholderData: keepPreviousData,
  })
}
