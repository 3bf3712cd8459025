// What a page is called in the breadcrumb and the browser's tab: its title, or the name in its address.
import type { StaticDataRouteOption } from '@tanstack/react-router'

interface Match {
  staticData: StaticDataRouteOption
  params: object
}

export function titleOf({ staticData, params }: Match): string | undefined {
  if (!staticData.titleParam) return staticData.title
  return new Map<string, unknown>(Object.entries(params)).get(staticData.titleParam)?.toString()
}
