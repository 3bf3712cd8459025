// Where an app can be opened, told honestly: a link only where it leads somewhere from this browser, and never one on
// the dashboard's own host name, since cookies ignore ports and the session would go to the app.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Replica } from '../api/queries.ts'

export interface AppAddress {
  text: string
  /** Absent where a link could not be opened from here. */
  url?: string
  note: string
}

export function appAddresses(app: App, replicas: readonly Replica[], dashboardHost: string): AppAddress[] {
  const published = publishedAddress(app, dashboardHost)
  if (published) return [published]
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

function publishedAddress(app: App, dashboardHost: string): AppAddress | undefined {
  if (app.host_port === null) return undefined
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.localhost)$/.test(dashboardHost)
  if (isHere) {
    const host = `${app.name}.localhost:${app.host_port}`
    return { text: host, url: `http://${host}/`, note: 'Opens on this machine.' }
  }
  const who = app.bind_address === 'private' ? 'from the machine itself alone' : 'from other machines too'
  return {
    text: `port ${app.host_port} of the machine`,
    note: `Reached ${who}. Not linked: under the dashboard’s own name the browser would send your session to the app.`,
  }
}
