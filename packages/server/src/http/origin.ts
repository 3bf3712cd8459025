// Cross-site writes: a browser says where a request comes from, and a cookie is only believed from our own pages.

export interface OriginFacts {
  origin: string | undefined
  fetchSite: string | undefined
  /** Host, with port, that the request was sent to. */
  host: string
}

/** Why the write is refused, or undefined when it may go on. A caller without a browser sends neither header. */
export function foreignOrigin({ origin, fetchSite, host }: OriginFacts): string | undefined {
  if (origin !== undefined) {
    return hostOf(origin) === host.toLowerCase()
      ? undefined
      : `this request comes from a foreign origin ${JSON.stringify(origin.slice(0, 200))}`
  }
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') return 'this request comes from a page of another site'
  return undefined
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
