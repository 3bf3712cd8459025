// What a page is called in the breadcrumb and the browser's tab: its title, the name in its address, or, where the
// address has an id, the title that its loader found.
import type { StaticDataRouteOption } from '@tanstack/react-router'

interface Match {
  staticData: StaticDataRouteOption
  params: object
  loaderData?: unknown
}

export function titleOf({ staticData, params, loaderData }: Match): string | undefined {
  if (isTitled(loaderData)) return loaderData.title
  if (!staticData.titleParam) return staticData.title
  return new Map<string, unknown>(Object.entries(params)).get(staticData.titleParam)?.toString()
}

function isTitled(data: unknown): data is { title: string } {
  return typeof data === 'object' && data !== null && 'title' in data && typeof data.title === 'string'
}
