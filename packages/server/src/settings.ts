// THE list of APP_* variables: name, type, default, meaning. The only reader of the environment.
// A bad value stops the start with one clear line each; an unknown APP_* name gets a warning.
import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseDuration } from './lib/duration.ts'
import { nearest } from './lib/nearest.ts'
import { Secret } from './lib/secret.ts'
import { isMasterKey } from './lib/secret-box.ts'

interface Kind<T> {
  type: string
  parse(text: string): T
}
interface Setting<T> {
  kind: Kind<T>
  default: string
  meaning: string
}

const text: Kind<string> = { type: 'text', parse: (value) => value }
const path: Kind<string> = { type: 'path', parse: (value) => (value === '' ? '' : resolve(value)) }
const secret: Kind<Secret | undefined> = { type: 'secret', parse: (value) => (value ? new Secret(value) : undefined) }
const duration: Kind<number> = { type: 'duration', parse: parseDurationSetting }
const address: Kind<Address> = { type: 'address', parse: parseAddress }
const addressOrOff: Kind<Address | undefined> = { type: 'address, or `off`', parse: parseAddressOrOff }
const networks: Kind<string[]> = { type: 'list of addresses or networks', parse: parseNetworks }
const nameServers: Kind<string[]> = { type: 'list of addresses, with or without port', parse: parseNameServers }
const logLevel: Kind<LogLevel> = { type: 'one of debug, info, warn, error, silent', parse: parseLogLevel }
const databaseUrl: Kind<Secret | undefined> = { type: 'secret', parse: parseDatabaseUrl }
const count: Kind<number> = { type: 'whole number', parse: parseCount }
const pointCount: Kind<number> = { type: 'whole number', parse: parsePointCount }
const subnet: Kind<string> = { type: 'network', parse: parseSubnet }
const masterKey: Kind<Secret | undefined> = { type: 'secret', parse: parseMasterKey }

export interface Address {
  host: string
  port: number
}
const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export const settingRows = {
  APP_DATA_DIR: row(path, './data', 'Folder of the SQLite state and of what belongs to this machine.'),
  APP_HTTP_ADDR: row(address, '127.0.0.1:8080', 'Where the API and the dashboard listen. `:8080` is every interface.'),
  APP_DATABASE_URL: row(
    databaseUrl,
    '',
    'PostgreSQL, 14 or newer, to keep state in, as `postgres://…`. Empty keeps it in SQLite in the data folder.',
  ),
  APP_MASTER_KEY: row(masterKey, '', 'Master key, 32 bytes in base64. Without one, what must be sealed answers 501.'),
  APP_MASTER_KEY_FILE: row(
    path,
    '',
    'File that holds the master key, used when APP_MASTER_KEY is empty. Keep it out of the data folder, which gets backed up.',
  ),
  APP_ADMIN_EMAIL: row(text, '', 'With APP_ADMIN_PASSWORD: makes the first admin at start while there is nobody yet.'),
  APP_ADMIN_PASSWORD: row(secret, '', 'Password of that first admin, at least 10 characters.'),
  APP_SESSION_TTL: row(duration, '24h', 'A session ends after this long without use.'),
  APP_SESSION_MAX_AGE: row(duration, '30d', 'A session ends after this long, used or not.'),
  APP_INGRESS_TRUSTED_PROXIES: row(
    networks,
    '',
    'Addresses or networks, comma-separated, whose X-Forwarded-* headers are believed.',
  ),
  APP_INGRESS_HTTP_ADDR: row(
    addressOrOff,
    ':80',
    'Where the ingress takes HTTP requests for apps. `:80` is every interface, `off` runs no ingress.',
  ),
  APP_INGRESS_HTTPS_ADDR: row(
    addressOrOff,
    ':443',
    'Where the ingress takes HTTPS requests for apps, beside HTTP. `off` takes none. It needs the master key.',
  ),
  APP_INGRESS_IMAGE: row(text, 'levelrail/haproxy:3', 'Image of the ingress.'),
  APP_INGRESS_DRAIN_TIMEOUT: row(
    duration,
    '30s',
    'How long a replica that is replaced may take to finish requests that it has begun.',
  ),
  APP_DNS_SERVERS: row(
    nameServers,
    '',
    'Name servers, comma-separated, that are asked where domains lead to. Empty asks those of the machine.',
  ),
  APP_DOCKER_HOST: row(text, 'unix:///var/run/docker.sock', 'Where the container engine of this machine listens.'),
  APP_NETWORK_SUBNET: row(
    subnet,
    '10.211.0.0/16',
    'Network of the apps on this machine; every replica has a fixed address in it.',
  ),
  APP_INTERNAL_SUBNET: row(
    subnet,
    '10.212.0.0/16',
    'Divided into networks of 256 addresses for apps with `egress_policy` internal: one per project, or per app without one.',
  ),
  APP_DEPLOY_READY_TIMEOUT: row(
    duration,
    '60s',
    'How long a new replica may take to become ready, beside the start period of its health check.',
  ),
  APP_PULL_TIMEOUT: row(duration, '15m', 'How long getting the image of a deploy may take in all.'),
  APP_PULL_STALL_TIMEOUT: row(
    duration,
    '2m',
    'How long a registry may send nothing in the middle of a pull before the deploy fails.',
  ),
  APP_IMAGE_RETENTION: row(
    count,
    '5',
    'How many images that served each app keeps on the machine; older ones that deploys pulled are removed. 0 keeps all.',
  ),
  APP_STOP_GRACE: row(duration, '10s', 'How long a container may take to stop before it is killed.'),
  APP_RESTART_BACKOFF_BASE: row(
    duration,
    '5s',
    'Wait before the second restart of a crashing container; each further one waits twice as long. 0 restarts at once.',
  ),
  APP_RESTART_BACKOFF_MAX: row(duration, '2m', 'Longest wait between restarts.'),
  APP_RESTART_BACKOFF_RESET: row(
    duration,
    '10m',
    'A container that stays up this long starts over with an immediate restart.',
  ),
  APP_FAILURE_EXCERPT_LINES: row(count, '20', 'Most log lines in a deploy failure.'),
  APP_FAILURE_EXCERPT_BYTES: row(count, '4000', 'Most bytes of log in a deploy failure.'),
  APP_FAILURE_CONTEXT_LINES: row(count, '200', 'Most log lines in the failure context of an app.'),
  APP_LOG_STREAMS_MAX: row(count, '100', 'Most live log streams that are open at once.'),
  APP_ALLOW_PRIVATE_DESTINATIONS: row(
    networks,
    '',
    'Private or loopback addresses or networks, comma-separated, in which log drains and the ACME directory may be. Link-local, metadata and other special addresses are refused always.',
  ),
  APP_TERMINAL_MAX: row(count, '10', 'Most terminals that are open at once.'),
  APP_TERMINAL_IDLE_TIMEOUT: row(duration, '30m', 'A terminal closes after this long without anything typed.'),
  APP_AUDIT_RETENTION: row(duration, '365d', 'How long the audit log keeps what was done. 0 keeps it for ever.'),
  APP_AUDIT_REFUSED_RETENTION: row(
    duration,
    '30d',
    'How long the audit log keeps refused attempts. 0 keeps them for ever.',
  ),
  APP_TASK_MISSED_WINDOW: row(
    duration,
    '10m',
    'A scheduled task that came due while no control plane ran still runs, once, when that was no longer ago than this.',
  ),
  APP_TASK_RUN_RETENTION: row(duration, '30d', 'How long runs of scheduled tasks are kept. 0 keeps them for ever.'),
  APP_TASK_RUN_KEEP: row(count, '200', 'Most ended runs of one scheduled task that are kept.'),
  APP_RUN_OUTPUT_BYTES: row(
    count,
    '65536',
    'Most bytes of output kept of a task or hook: half from its beginning, half from its end.',
  ),
  APP_EVENT_RETENTION: row(duration, '90d', 'How long the event log of an app is kept. 0 keeps it for ever.'),
  APP_METRICS_MAX_POINTS: row(
    pointCount,
    '600',
    'Most points of a series in one answer, 1 to 5000. Who asks for more gets so many.',
  ),
  APP_METRICS_RAW_QUERY_MAX_RANGE: row(
    duration,
    '6h',
    'Longest span that is answered from the points of every 15 seconds.',
  ),
  APP_METRICS_MINUTE_QUERY_MAX_RANGE: row(
    duration,
    '7d',
    'Longest span that is answered from the points of every minute; longer ones are from those of every hour.',
  ),
  APP_METRICS_RETENTION: row(
    duration,
    '2d',
    'How long the points of every 15 seconds are kept. 0 keeps them for ever.',
  ),
  APP_METRICS_RETENTION_1M: row(
    duration,
    '15d',
    'How long the points of every minute are kept, and the routes of requests. 0 keeps them for ever.',
  ),
  APP_METRICS_RETENTION_1H: row(duration, '400d', 'How long the points of every hour are kept. 0 keeps them for ever.'),
  APP_LEASE_TTL: row(
    duration,
    '6s',
    'With several control planes on one PostgreSQL: how long the one that runs the loops may be silent before another takes over.',
  ),
  APP_SHUTDOWN_TIMEOUT: row(duration, '10s', 'How long a stop waits for requests and loops to finish.'),
  APP_LOG_LEVEL: row(logLevel, 'info', 'Least severe log line that is written.'),
}

/** Read by the command line client, so no mistake in the environment of the server. */
const namesOfOthers = ['APP_API_URL', 'APP_API_TOKEN']

type Rows = typeof settingRows
export type SettingName = keyof Rows
export type Settings = { [Name in SettingName]: Rows[Name] extends Setting<infer T> ? T : never }

export class BadSettings extends Error {
  readonly lines: string[]
  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.name = 'BadSettings'
    this.lines = lines
  }
}

export function readSettings(env: Record<string, string | undefined>): { settings: Settings; warnings: string[] } {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, { kind, default: fallback }] of Object.entries(settingRows)) {
    const given = env[name]?.trim()
    try {
      values[name] = kind.parse(given === undefined || given === '' ? fallback : given)
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const settings = values as Settings
  if (problems.length === 0) problems.push(...checkTogether(settings))
  if (problems.length > 0) throw new BadSettings(problems)
  return { settings: withKeyFromFile(settings), warnings: unknownNames(env) }
}

/** The page docs/settings.md, so that it cannot say anything else than this list. */
export function describeSettings(): string {
  const rows = Object.entries(settingRows).map(
    ([name, { kind, default: fallback, meaning }]) =>
      `| \`${name}\` | ${kind.type} | ${fallback ? `\`${fallback}\`` : 'empty'} | ${meaning} |`,
  )
  return `${settingsPageHead}${rows.join('\n')}\n`
}

const settingsPageHead = `# Settings

Everything is configured by environment variables. This page is made from \`packages/server/src/settings.ts\` by
\`npm run golden:write\`. A value that cannot be right stops the start with one line that says why; an unknown
\`APP_*\` name gets a warning. Durations are written \`500ms\`, \`5s\`, \`2m\`, \`24h\`, \`7d\`.

| Name | Type | Default | Meaning |
| - | - | - | - |
`

function row<T>(kind: Kind<T>, fallback: string, meaning: string): Setting<T> {
  return { kind, default: fallback, meaning }
}

function unknownNames(env: Record<string, string | undefined>): string[] {
  const known = Object.keys(settingRows)
  return Object.keys(env)
    .filter((name) => name.startsWith('APP_') && !known.includes(name) && !namesOfOthers.includes(name))
    .map((name) => {
      const meant = nearest(name, known)
      return `${name} is not a setting${meant ? `; did you mean ${meant}?` : ''}`
    })
}

function checkTogether(settings: Settings): string[] {
  const email = settings.APP_ADMIN_EMAIL
  const password = settings.APP_ADMIN_PASSWORD?.reveal() ?? ''
  if ((email === '') !== (password === '')) return ['APP_ADMIN_EMAIL and APP_ADMIN_PASSWORD must be set together']
  if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email)) return ['APP_ADMIN_EMAIL: not an e-mail address']
  if (password !== '' && password.length < 10) return ['APP_ADMIN_PASSWORD: must have at least 10 characters']
  return []
}

function withKeyFromFile(settings: Settings): Settings {
  const file = settings.APP_MASTER_KEY_FILE
  if (settings.APP_MASTER_KEY || file === '') return settings
  try {
    return { ...settings, APP_MASTER_KEY: parseMasterKey(readFileSync(file, 'utf8').trim()) }
  } catch (error) {
    throw new BadSettings([`APP_MASTER_KEY_FILE: ${error instanceof Error ? error.message : String(error)}`])
  }
}

function parseDurationSetting(value: string): number {
  const ms = parseDuration(value)
  if (ms === undefined) throw new Error(`${JSON.stringify(value)} is not a duration such as 5s, 2m or 24h`)
  return ms
}

function parseAddress(value: string): Address {
  const match = /^(?:\[([^\]]+)\]|([^:\s]*)):(\d{1,5})$/.exec(value)
  const port = Number(match?.[3])
  if (!match || port > 65_535)
    throw new Error(`${JSON.stringify(value)} is not an address such as 127.0.0.1:8080 or :8080`)
  return { host: match[1] ?? (match[2] || '::'), port }
}

function parseAddressOrOff(value: string): Address | undefined {
  return value === 'off' ? undefined : parseAddress(value)
}

function parseNetworks(value: string): string[] {
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  for (const item of items) {
    const [host = '', prefix] = item.split('/')
    const family = isIP(host)
    const bits = prefix === undefined ? 0 : Number(prefix)
    if (family === 0 || !Number.isInteger(bits) || bits < 0 || bits > (family === 4 ? 32 : 128)) {
      throw new Error(`${JSON.stringify(item)} is not an address or a network such as 10.0.0.0/8`)
    }
    new BlockList().addSubnet(host, bits, family === 4 ? 'ipv4' : 'ipv6')
  }
  return items
}

function parseNameServers(value: string): string[] {
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  for (const item of items) {
    const [, bracketed, plain, port = '53'] = /^(?:\[([^\]]+)\]|([^\]:]*))(?::(\d{1,5}))?$/.exec(item) ?? []
    const isAddress = isIP(item) > 0 || isIP(bracketed ?? '') === 6 || isIP(plain ?? '') === 4
    if (!isAddress || Number(port) < 1 || Number(port) > 65_535)
      throw new Error(
        `${JSON.stringify(item)} is not an address such as 192.0.2.53, 192.0.2.53:5353 or [2001:db8::53]:53`,
      )
  }
  return items
}

function parseCount(value: string): number {
  if (!/^\d{1,7}$/.test(value)) throw new Error(`${JSON.stringify(value)} is not a whole number`)
  return Number(value)
}

function parsePointCount(value: string): number {
  const points = parseCount(value)
  if (points < 1 || points > 5000) throw new Error(`${JSON.stringify(value)} is not between 1 and 5000`)
  return points
}

function parseSubnet(value: string): string {
  const [address = '', bits = ''] = value.split('/')
  if (isIP(address) !== 4 || !/^(1[6-9]|2[0-8])$/.test(bits)) {
    throw new Error(`${JSON.stringify(value)} is not an IPv4 network of /16 to /28, such as 10.211.0.0/16`)
  }
  return value
}

function parseLogLevel(value: string): LogLevel {
  const level = logLevels.find((known) => known === value)
  if (!level) throw new Error(`${JSON.stringify(value)} is not one of ${logLevels.join(', ')}`)
  return level
}

function parseDatabaseUrl(value: string): Secret | undefined {
  if (value === '') return undefined
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value))
    throw new Error('not a URL that begins with postgres://')
  return new Secret(value)
}

function parseMasterKey(value: string): Secret | undefined {
  if (value === '') return undefined
  if (!isMasterKey(value))
    throw new Error('the master key must be 32 bytes in base64; make one with: openssl rand -base64 32')
  return new Secret(value)
}
