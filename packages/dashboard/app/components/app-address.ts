// Where an app can be opened, told honestly: a link only where it leads somewhere from this browser, and never one on
// the dashboard's own host name, since cookies ignore ports and the session would go to the app.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Domain } from '@levelrail/contract/schemas/domains.ts'
import type { Replica } from '../api/queries.ts'

export interface AppAddress {
  text: string
  /** Absent where a link could not be opened from here. */
  url?: string
  note: string
}

export function appAddresses(
  app: App,
  replicas: readonly Replica[],
  domains: readonly Domain[],
  dashboardHost: string,
): AppAddress[] {
  const published = publishedAddress(app, dashboardHost)
  const served = servedAddresses(domains, dashboardHost)
  if (published || served.length > 0) return [...served, ...(published ? [published] : [])]
  if (app.port === null) return []
  return replicas
    .filter(({ ready, address }) => ready && address !== '')
    .toSorted((a, b) => a.number - b.number)
    .map(({ address }) => ({
      text: `${address}:${app.port}`,
      url: `http://${address}:${app.port}/`,
      note: 'Opens on the machine that runs it. For other machines, publish a port of the machine under Settings.',
    }))
}

/** Domains first. The own name leads to the machine of whoever opens it, so away from the control plane it is no link. */
function servedAddresses(domains: readonly Domain[], dashboardHost: string): AppAddress[] {
  const served = domains.filter(({ state }) => state === 'serving')
  const given = served
    .filter(({ is_own_name }) => !is_own_name)
    .map(({ domain, url }): AppAddress => {
      const isDashboard = url !== null && new URL(url).hostname === dashboardHost
      return url === null || isDashboard
        ? { text: domain, note: 'Not linked: it is the dashboard’s own name, and your session would go to the app.' }
        : { text: domain, url, note: 'Opens wherever the name leads to this machine.' }
    })
  const own = served.find(({ is_own_name }) => is_own_name)
  if (!own?.url || (given.length > 0 && !isOnMachine(dashboardHost))) return given
  const text = own.url.replace(/^https?:\/\/|\/$/g, '')
  return [
    ...given,
    isOnMachine(dashboardHost)
      ? { text, url: own.url, note: 'Opens on this machine. For others, give it a domain under Domains.' }
      : { text, note: 'Opens on the machine itself alone. For others, give it a domain under Domains.' },
  ]
}

function isOnMachine(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.localhost)$/.test(host)
}

function publishedAddress(app: App, dashboardHost: string): AppAddress | undefined {
  if (app.host_port === null) return undefined
  if (isOnMachine(dashboardHost)) {
    const host = `${app.name}.localhost:${app.host_port}`
    return { text: host, url: `http://${host}/`, note: 'Opens on this machine.' }
  }
  const who = app.bind_address === 'private' ? 'from the machine itself alone' : 'from other machines too'
  return {
    text: `port ${app.host_port} of the machine`,
    note: `Reached ${who}. Not linked: under the dashboard’s own name the browser would send your session to the app.`,
  }
}
