// What the running proxy says of itself, read from the answers of its socket. Pure.

export interface Worker {
  pid: number
  /** False for one that finishes what it began before a reload. */
  isCurrent: boolean
}

export interface ProxyServer {
  backend: string
  name: string
  address: string
  port: number
  state: 'serving' | 'draining' | 'away'
}

/** Of `show proc`. */
export function readWorkers(answer: string): Worker[] {
  let isCurrent = true
  return answer.split('\n').flatMap((line): Worker[] => {
    if (line.startsWith('# old workers')) isCurrent = false
    const match = /^(\d+)\s+worker\s/.exec(line)
    return match ? [{ pid: Number(match[1]), isCurrent }] : []
  })
}

const maintenance = 0x01 | 0x02 | 0x04 | 0x20
const draining = 0x08 | 0x10

/** Of `show servers state`: fields by position, the first line being the version of the format. */
export function readServers(answer: string): ProxyServer[] {
  const servers: ProxyServer[] = []
  for (const line of answer.split('\n')) {
    const fields = line.split(' ', 19)
    if (line.startsWith('#') || fields.length < 19) continue
    const [, backend = '', , name = '', address = '', operation, admin] = fields
    const flags = Number(admin)
    const isAway = (flags & maintenance) !== 0 || operation === '0'
    const state = isAway ? 'away' : (flags & draining) !== 0 ? 'draining' : 'serving'
    servers.push({ backend, name, address, port: Number(fields[18]), state })
  }
  return servers
}

/** Of `show map <name>`. */
export function readMap(answer: string): Map<string, string> {
  const entries = new Map<string, string>()
  for (const line of answer.split('\n')) {
    const afterAddress = line.indexOf(' ')
    const afterKey = line.indexOf(' ', afterAddress + 1)
    if (!line.startsWith('0x') || afterKey < 0) continue
    entries.set(line.slice(afterAddress + 1, afterKey), line.slice(afterKey + 1).trim())
  }
  return entries
}

/** Of `show info`: the description, which is the structure that the process was started with. */
export function readStructure(answer: string): string {
  return /^description: (.*)$/m.exec(answer)?.[1] ?? ''
}

/** Of `show stat <backend> 4 -1`: sessions under way by server name. */
export function readSessions(answer: string): Map<string, number> {
  const [head = '', ...rows] = answer.split('\n').filter((line) => line.includes(','))
  const columns = head.replace(/^# /, '').split(',')
  const [name, sessions] = [columns.indexOf('svname'), columns.indexOf('scur')]
  return new Map(rows.map((row) => row.split(',')).map((row) => [row[name] ?? '', Number(row[sessions] ?? 0)]))
}

/** Of `reload`: whether it went well, else the line at fault in the proxy's own words. */
export function readReload(answer: string): { ok: boolean; fault: string } {
  return { ok: /^Success=1/m.test(answer), fault: faultIn(answer) }
}

/** The first complaint in what the proxy said at a start or a check. */
export function faultIn(words: string): string {
  const alert = words.split('\n').find((line) => line.includes('[ALERT]'))
  return (alert ?? words)
    .replace(/^\[ALERT\]\s*\(\d+\)\s*:\s*/, '')
    .trim()
    .slice(0, 500)
}
