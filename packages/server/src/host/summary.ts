// The words that `up` ends with: where the dashboard is, how to get in, and how to reach it from elsewhere. Pure.

export interface ListenAddress {
  host: string
  port: number
}

export interface SshSession {
  user: string
  /** This machine, as the other side dialled it. */
  host: string
  port: number
}

export interface Summary {
  address: ListenAddress
  /** The one-time set-up token while there is no user yet. */
  setupToken: string | undefined
  ssh: SshSession | undefined
  readyMs: number
  stopWith: string
  logFile: string
}

export function describeSummary(summary: Summary): string {
  const url = browserUrl(summary.address)
  const rows: [string, string][] = []
  if (summary.setupToken !== undefined) rows.push(['Set up (once)', `${url}/setup#token=${summary.setupToken}`])
  if (summary.ssh !== undefined) rows.push(['From your own desk', sshLine(summary.ssh, summary.address)])
  rows.push(['Logs', summary.logFile], ['Stop', summary.stopWith])
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
  return [`Levelrail is ready at ${url} (${(summary.readyMs / 1000).toFixed(1)} s)`, ...lines].join('\n')
}

/** `APP_HTTP_ADDR` as `host:port`, `:port` (every interface) or `[v6]:port`. */
export function parseListenAddress(text: string): ListenAddress | undefined {
  const found = /^(?:\[(?<v6>[^\]]+)\]|(?<host>[^:]*)):(?<port>\d{1,5})$/.exec(text)?.groups
  if (found?.port === undefined) return undefined
  return { host: found.v6 ?? (found.host || '0.0.0.0'), port: Number(found.port) }
}

/** Where a browser on this machine finds it: "every interface" is not an address to dial. */
export function browserUrl(address: ListenAddress): string {
  return `http://${dialled(address)}:${address.port}`
}

/** `SSH_CONNECTION` holds the client's address and port, then this machine's. */
export function parseSshConnection(text: string | undefined, user: string): SshSession | undefined {
  const [, , host, port] = (text ?? '').split(' ')
  if (!host || !port) return undefined
  return { user, host, port: Number(port) }
}

function sshLine(ssh: SshSession, address: ListenAddress): string {
  const port = ssh.port === 22 ? '' : `-p ${ssh.port} `
  return `ssh ${port}-L ${address.port}:${dialled(address)}:${address.port} ${ssh.user}@${ssh.host}`
}

function dialled({ host }: ListenAddress): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
