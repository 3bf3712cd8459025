// The rules of apps in the files of the proxy. Pure. What an app has is one value of `rules.map` with flags that tell
// which rules to look at; addresses, users and patterns are in maps whose keys begin with the app. All of that changes
// while the proxy runs. Headers, stickiness, balancing and the time to connect are lines of a backend: they reload.
// A backend has the lines for every rule, and leaves them at the first where its app has none.
import { createHash } from 'node:crypto'
import { parseNetwork, prefixesOf } from './address-prefixes.ts'
import { type ErrorPage, htmlOf } from './error-pages.ts'
import type { IngressApp, IngressPlan } from './ingress.ts'
import type { HeaderChange, IngressRules } from './ingress-rules.ts'
import { addressVariables, isUpgrade } from './render-hygiene.ts'
import { appOfTarget, hasRules } from './render-tls.ts'
import { compilePattern, longestSubject } from './waf-pattern.ts'
import { presetTable, suspicion } from './waf-presets.ts'

/** In this order they get what is new, and `rules.map`, which has it looked at, is the last of them. */
export const ruleMaps = ['addresses.map', 'users.map', 'patterns.map', 'rules.map'] as const
export type RuleMapName = (typeof ruleMaps)[number]

/** How many trusted proxies in a row are looked past for the address of a client. */
const mostHops = 5
const retryMaintenanceSeconds = 60
const longestAgent = 1024

/** Bits of a number, each of which the lines below test for. */
const flags = {
  perSecond: 1,
  perMinute: 2,
  /** Some rule asks for the address of the client. */
  client: 4,
  /** Something of what comes after the limits in the lines below. */
  more: 8,
  maintenance: 16,
  /** Some rule looks into the URL or the user agent. */
  waf: 32,
  patterns: 64,
  bodyLimit: 128,
  basicAuth: 256,
  responseTimeout: 512,
  idleTimeout: 1024,
} as const

/** The presets have the bits after those. */
const flagOfPreset = new Map(presetTable.map(({ name }, at) => [name, 2048 << at]))

/** Of an app that has none. */
export const noRules: IngressRules = {
  rateLimit: null,
  allow: [],
  deny: [],
  wafPresets: [],
  wafPatterns: [],
  basicAuth: null,
  maintenance: null,
  requestHeaders: [],
  responseHeaders: [],
  stickyCookie: null,
  balance: 'leastconn',
  connectSeconds: null,
  responseSeconds: null,
  idleSeconds: null,
  bodyLimitBytes: null,
}

export function ruleEntries(apps: IngressApp[]): Record<RuleMapName, Map<string, string>> {
  const entries: Record<RuleMapName, [string, string][]> = {
    'addresses.map': [],
    'users.map': [],
    'patterns.map': [],
    'rules.map': [],
  }
  for (const { name: target, rules = noRules } of apps) {
    const name = appOfTarget(target)
    // What an app is at other ports, and its canary, have the rules of the app.
    if (target !== name) continue
    for (const [prefix, verdict] of verdictsOf(rules)) entries['addresses.map'].push([`${name}|${prefix}`, verdict])
    for (const digest of rules.basicAuth?.digests ?? []) entries['users.map'].push([`${name}|${digest}`, '1'])
    const expression = expressionOf(name, rules.wafPatterns)
    if (expression !== undefined) entries['patterns.map'].push([expression, '1'])
    const value = settingsOf(rules)
    if (value !== undefined) entries['rules.map'].push([name, value])
  }
  return {
    'addresses.map': new Map(entries['addresses.map']),
    'users.map': new Map(entries['users.map']),
    'patterns.map': new Map(entries['patterns.map']),
    'rules.map': new Map(entries['rules.map']),
  }
}

/**
 * By the longest beginning of an address that is there. Whoever is denied stays so, though a part of it is allowed. That
 * all others are refused comes last, so that nobody is who is about to be allowed.
 */
function verdictsOf({ allow, deny }: IngressRules): [string, string][] {
  const denied = deny.flatMap(prefixesOfText)
  const allowed = allow.flatMap(prefixesOfText).filter((prefix) => !denied.some((each) => prefix.startsWith(each)))
  return [
    ...denied.map((prefix): [string, string] => [prefix, verdicts.deny]),
    ...allowed.map((prefix): [string, string] => [prefix, verdicts.allow]),
    ...(allow.length > 0 ? [['', verdicts.deny] as [string, string]] : []),
  ]
}

const verdicts = { allow: 'a', deny: 'd' } as const

function prefixesOfText(text: string): string[] {
  const network = parseNetwork(text)
  return network ? prefixesOf(network) : []
}

/** All patterns of an app are one: the proxy looks through those of all apps, and leaves a wrong one at its first letter. */
function expressionOf(app: string, patterns: string[]): string | undefined {
  const start = `(?<=^${app}\\x7c)`
  const known = patterns.flatMap((pattern) => {
    const compiled = compilePattern(pattern, start)
    return compiled.ok ? [compiled.value.text] : []
  })
  return known.length === 0 ? undefined : `(?is)^${app}\\x7c(?:${known.join('|')})`
}

/** Fields by position, as the lines below read them. Undefined where there is nothing to look at. */
function settingsOf(rules: IngressRules): string | undefined {
  const hasPatterns = rules.wafPatterns.length > 0
  const marks = [
    rules.rateLimit && (rules.rateLimit.per === 'second' ? flags.perSecond : flags.perMinute),
    (rules.rateLimit || rules.allow.length + rules.deny.length > 0 || rules.balance === 'source') && flags.client,
    rules.maintenance && flags.maintenance,
    (rules.wafPresets.length > 0 || hasPatterns) && flags.waf,
    hasPatterns && flags.patterns,
    rules.bodyLimitBytes !== null && flags.bodyLimit,
    rules.basicAuth && flags.basicAuth,
    rules.responseSeconds !== null && flags.responseTimeout,
    rules.idleSeconds !== null && flags.idleTimeout,
    ...rules.wafPresets.map((name) => flagOfPreset.get(name)),
  ]
  const sum = marks.reduce<number>((all, mark) => all | (mark || 0), 0)
  if (sum === 0) return undefined
  const fields = [
    sum > flags.more ? sum | flags.more : sum,
    rules.rateLimit?.requests ?? '',
    rules.bodyLimitBytes ?? '',
    rules.responseSeconds === null ? '' : rules.responseSeconds * 1000,
    rules.idleSeconds === null ? '' : rules.idleSeconds * 1000,
    rules.basicAuth?.key ?? '',
    rules.maintenance ? Buffer.from(escapeHtml(rules.maintenance.message)).toString('base64') : '',
    ...(rules.rateLimit ? [rules.rateLimit.per === 'second' ? 1 : 60] : []),
  ]
  return fields.join('|')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const pages: Record<string, ErrorPage> = {
  'sign-in.html': { status: 401, title: 'Sign in', text: 'This address wants a user name and a password.' },
  'refused.html': { status: 403, title: 'Refused', text: 'This request is not allowed here.' },
  'no-length.html': {
    status: 411,
    title: 'Length wanted',
    text: 'A body is taken here only with its length said first.',
  },
  'too-large.html': {
    status: 413,
    title: 'Too large',
    text: 'The body of this request is larger than is allowed here.',
  },
  // The one page that the proxy fills in.
  'maintenance.html': { status: 503, title: 'Maintenance', text: '%[var(txn.rules),field(7,|),b64dec]' },
  'too-long.html': { status: 414, title: 'Too long', text: 'This address is longer than is allowed here.' },
  'too-many.html': { status: 429, title: 'Too many requests', text: 'Wait a moment, then try again.' },
}

/** Files that only a reload changes. */
export function ruleFiles(): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(pages).map(([file, page]) => [file, htmlOf(page)])),
    ...Object.fromEntries(presetTable.map(({ file, expressions }) => [file, `${expressions.join('\n')}\n`])),
  }
}

/** Who has asked how much lately, by app and address; of IPv6 a whole /64, which is what one customer has. */
export const rateTables = `# Requests lately let in, by app and address, for those that have a limit.
backend t_second from base
  stick-table type string len 96 size 50k expire 10s store gpc0,gpc0_rate(1s)
backend t_minute from base
  stick-table type string len 96 size 50k expire 2m store gpc0,gpc0_rate(60s)`

const has = (flag: number) => `{ var(txn.flags),and(${flag}) gt 0 }`
export const isInMaintenance = has(flags.maintenance)

/**
 * What a request for an app passes: where the app has no rules, it goes on at the first line, and where none are left,
 * at the next `allow`. Each line costs every request that comes to it, so there are as few as can be.
 */
export function rulesOfApps({ trustedProxies }: Pick<IngressPlan, 'trustedProxies'>): string[] {
  const scope = trustedProxies.length > 0 ? 'txn' : 'sess'
  const track = (table: string, flag: number) =>
    `http-request track-sc2 var(txn.app),concat(|,${scope}.network) table ${table} if ${has(flag)}`
  const isBodyLimited = has(flags.bodyLimit)
  return [
    `http-request allow if !${hasRules}`,
    'http-request set-var(txn.rules) var(txn.app),map_str(rules.map)',
    `http-request set-var(txn.flags) ${field(1)},add(0)`,
    ...(trustedProxies.length > 0 ? clientLines() : []),
    `${answer(403, 'refused.html')} if { var(txn.app),concat(|,${scope}.digits),map_beg(addresses.map) -m str ${verdicts.deny} }`,
    track('t_second', flags.perSecond),
    track('t_minute', flags.perMinute),
    `http-request set-var(txn.rate) ${field(2)} if { sc2_tracked }`,
    `${answer(429, 'too-many.html', ` hdr Retry-After %[${field(8)}]`)} if { sc2_gpc0_rate,sub(txn.rate) -m int ge 0 }`,
    'http-request sc-inc-gpc0(2)',
    `http-request allow if !${has(flags.more)}`,
    `http-request return status 503 content-type text/html lf-file maintenance.html hdr Cache-Control no-store hdr Retry-After ${retryMaintenanceSeconds} if ${has(flags.maintenance)}`,
    `http-request set-timeout server ${field(4)} if ${has(flags.responseTimeout)}`,
    `http-request set-timeout tunnel ${field(5)} if ${isUpgrade} ${has(flags.idleTimeout)}`,
    `http-request set-var(txn.most) ${field(3)} if { req.hdr(content-length) -m found } ${isBodyLimited}`,
    `${answer(413, 'too-large.html')} if { var(txn.most) -m found } { req.hdr_val(content-length),sub(txn.most) gt 0 }`,
    `${answer(411, 'no-length.html')} if { req.hdr(transfer-encoding) -m found } ${isBodyLimited} or { fc_http_major ge 2 } ${isBodyLimited} !{ req.hdr(content-length) -m found } !{ method GET HEAD OPTIONS DELETE }`,
    ...wafLines(),
    `http-request allow if !${has(flags.basicAuth)}`,
    `http-request set-var(txn.key) ${field(6)}`,
    'http-request set-var(txn.password) http_auth_pass',
    'http-request set-var(txn.user) http_auth_user,concat(:,txn.password),hmac(sha256,txn.key),hex,lower',
    'http-request unset-var(txn.password)',
    `${answer(401, 'sign-in.html', ` hdr WWW-Authenticate 'Basic realm="%[var(txn.app)]", charset="UTF-8"'`)} if !{ var(txn.app),concat(|,txn.user),map_str(users.map) -m found }`,
    'http-request del-header Authorization',
  ]
}

const answer = (status: number, file: string, more = '') =>
  `http-request return status ${status} content-type text/html file ${file} hdr Cache-Control no-store${more}`
const field = (at: number) => `var(txn.rules),field(${at},|)`

/** The last address in X-Forwarded-For that is no trusted proxy, told by one that is; else whoever dialled. */
function clientLines(): string[] {
  const hops = Array.from({ length: mostHops }, (_, at) => `req.hdr_ip(x-forwarded-for,-${at + 1})`)
  const lines = [
    `set-var(txn.client) src if ${has(flags.client)}`,
    // What comes before something that is no address was said by nobody who is believed.
    ...hops.map((hop, at) => {
      const isKnown = hops.slice(0, at + 1).map((each) => `{ ${each} -m found }`)
      return `set-var(txn.client) ${hop} if { var(txn.client) -m ip -f trusted.list } ${isKnown.join(' ')}`
    }),
    ...addressVariables('txn'),
  ]
  return lines.map((line) => `http-request ${line}`)
}

/** Most requests have nothing that any preset could find, decoded or not, and are done when that is seen. */
function wafLines(): string[] {
  const subjects = { url: 'txn.waf_url', path: 'txn.waf_path', agent: 'txn.waf_agent' } as const
  // The proxy decodes nothing at all where one escape is broken, and no further than a zero byte: so the ones go, and the
  // others become the byte after. Nothing grows by it, since the proxy would cut off what does not fit.
  const decodable = `regsub("%(?![0-9a-fA-F]{2})","",g),regsub("%00","%01",g)`
  const isFound = (variable: string) => `{ var(${variable}) -m found }`
  const isSuspect = isFound('txn.suspect')
  const decode = (what: 'url' | 'path') =>
    `http-request set-var(${subjects[what]}) '${what},${decodable},url_dec(1),${decodable},url_dec(1)' if ${isSuspect}`
  const refuse = answer(403, 'refused.html')
  const lookFor = (what: 'url' | 'agent') =>
    `${refuse} if ${isFound(subjects[what])} { var(txn.app),concat(|,${subjects[what]}),map_reg(patterns.map) -m found }`
  const agents = presetTable.filter(({ seenIn }) => seenIn === 'agent')
  const others = presetTable.filter(({ seenIn }) => seenIn !== 'agent')
  return [
    `http-request set-var(txn.suspect) bool(true) if ${has(flags.waf)} { url -m reg -i '${suspicion}' }`,
    ...agents.map(
      ({ name, file }) =>
        `${refuse} if ${has(flagOfPreset.get(name) ?? 0)} { req.fhdr(user-agent),bytes(0,${longestAgent}) -m reg -i -f ${file} }`,
    ),
    `${answer(414, 'too-long.html')} if { url,length gt ${longestSubject} } ${has(flags.patterns)}`,
    // Where there is no suspicion, nothing is encoded.
    `http-request set-var(${subjects.url}) url if !${isSuspect} ${has(flags.patterns)}`,
    decode('url'),
    `http-request set-var(${subjects.agent}) req.fhdr(user-agent),bytes(0,${longestAgent}) if ${has(flags.patterns)}`,
    lookFor('url'),
    lookFor('agent'),
    `http-request allow if !${isSuspect} !${has(flags.basicAuth)}`,
    decode('path'),
    // What could not be decoded could not be looked at.
    ...[subjects.url, subjects.path].map((subject) => `${refuse} if ${isSuspect} !${isFound(subject)}`),
    ...others.map(
      ({ name, seenIn, file }) =>
        `${refuse} if ${isSuspect} ${has(flagOfPreset.get(name) ?? 0)} { var(${subjects[seenIn]}) -m reg -i -f ${file} }`,
    ),
  ]
}

/** Of the backend of an app that has them. */
export function backendRules(rules: IngressRules | undefined): string[] {
  return [
    ...(rules?.connectSeconds ? [`timeout connect ${rules.connectSeconds}s`] : []),
    ...(rules?.stickyCookie ? [`cookie ${rules.stickyCookie} insert indirect nocache httponly attr SameSite=Lax`] : []),
    ...(rules?.requestHeaders ?? []).map((change) => `http-request ${headerWords(change)}`),
    ...(rules?.responseHeaders ?? []).map((change) => `http-response ${headerWords(change)}`),
  ]
}

export function balanceOf(
  { trustedProxies }: Pick<IngressPlan, 'trustedProxies'>,
  rules: IngressRules | undefined,
): string {
  const balance = rules?.balance ?? 'leastconn'
  if (balance !== 'source') return `balance ${balance}`
  // By the client, also behind a trusted proxy; consistent, or servers could not come and go while it runs.
  return `balance hash ${trustedProxies.length > 0 ? 'var(txn.client)' : 'src'}\n  hash-type consistent`
}

/** What a server of a sticky app is known by in the cookie; it tells nobody its name. */
export function cookieWords(rules: IngressRules | undefined, server: string): string {
  if (!rules?.stickyCookie) return ''
  return ` cookie ${createHash('sha256').update(server).digest('hex').slice(0, 12)}`
}

function headerWords({ name, value }: HeaderChange): string {
  return value === null
    ? `del-header ${configWord(name)}`
    : `set-header ${configWord(name)} ${configWord(value.replaceAll('%', '%%'))}`
}

/** One word of the configuration, whatever it holds: nothing is special between single quotes but their end. */
function configWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
