// The rules of apps in the files of the proxy. Pure. What an app has is one value of `rules.map` with flags that tell
// which rules to look at; addresses, users and patterns are in maps whose keys begin with the app. All of that changes
// while the proxy runs. Headers, stickiness, balancing and the time to connect are lines of a backend: they reload.
import { createHash } from 'node:crypto'
import { parseNetwork, prefixesOf } from './address-prefixes.ts'
import { type ErrorPage, htmlOf } from './error-pages.ts'
import type { IngressApp, IngressPlan } from './ingress.ts'
import type { HeaderChange, IngressRules } from './ingress-rules.ts'
import { appOfTarget } from './render-tls.ts'
import { compilePattern, longestSubject } from './waf-pattern.ts'
import { presetTable } from './waf-presets.ts'

/** In this order they get what is new, and `rules.map`, which has it looked at, is the last of them. */
export const ruleMaps = ['addresses.map', 'users.map', 'patterns.map', 'rules.map'] as const
export type RuleMapName = (typeof ruleMaps)[number]

/** How many trusted proxies in a row are looked past for the address of a client. */
const mostHops = 5
const retryMaintenanceSeconds = 60
const longestAgent = 1024

const flags = {
  perSecond: 's',
  perMinute: 'm',
  /** Some rule asks for the address of the client. */
  client: 'C',
  deny: 'D',
  allow: 'A',
  maintenance: 'M',
  /** Some rule looks into the URL or the user agent. */
  waf: 'W',
  patterns: 'P',
  bodyLimit: 'B',
  basicAuth: 'U',
  responseTimeout: 'R',
  idleTimeout: 'I',
  canary: 'N',
  /** Something of what comes from there on in the lines below. */
  fromWaf: '1',
  fromCanary: '2',
} as const

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
  for (const { name: target, rules = noRules, canaryWeight } of apps) {
    const name = appOfTarget(target)
    // What an app is at other ports, and its canary, have the rules of the app.
    if (target !== name) continue
    for (const [letter, networks] of [['a', rules.allow] as const, ['d', rules.deny] as const])
      for (const prefix of networks.flatMap(prefixesOfText))
        entries['addresses.map'].push([`${name}|${letter}${prefix}`, '1'])
    for (const digest of rules.basicAuth?.digests ?? []) entries['users.map'].push([`${name}|${digest}`, '1'])
    const expression = expressionOf(name, rules.wafPatterns)
    if (expression !== undefined) entries['patterns.map'].push([expression, '1'])
    const value = settingsOf(rules, canaryWeight)
    if (value !== undefined) entries['rules.map'].push([name, value])
  }
  return {
    'addresses.map': new Map(entries['addresses.map']),
    'users.map': new Map(entries['users.map']),
    'patterns.map': new Map(entries['patterns.map']),
    'rules.map': new Map(entries['rules.map']),
  }
}

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
function settingsOf(rules: IngressRules, canaryWeight: number | undefined): string | undefined {
  const presets = presetTable.filter(({ name }) => rules.wafPresets.includes(name)).map(({ flag }) => flag)
  const hasPatterns = rules.wafPatterns.length > 0
  const marks = [
    rules.rateLimit && (rules.rateLimit.per === 'second' ? flags.perSecond : flags.perMinute),
    (rules.rateLimit || rules.allow.length + rules.deny.length > 0 || rules.balance === 'source') && flags.client,
    rules.deny.length > 0 && flags.deny,
    rules.allow.length > 0 && flags.allow,
    rules.maintenance && flags.maintenance,
    (presets.length > 0 || hasPatterns) && flags.waf,
    hasPatterns && flags.patterns,
    rules.bodyLimitBytes !== null && flags.bodyLimit,
    rules.basicAuth && flags.basicAuth,
    rules.responseSeconds !== null && flags.responseTimeout,
    rules.idleSeconds !== null && flags.idleTimeout,
    canaryWeight !== undefined && flags.canary,
    ...presets,
  ].filter((mark) => typeof mark === 'string')
  if (marks.length === 0) return undefined
  const isAnyOf = (...some: string[]) => some.some((mark) => marks.includes(mark))
  if (isAnyOf(flags.canary, flags.bodyLimit, flags.basicAuth)) marks.push(flags.fromWaf, flags.fromCanary)
  else if (isAnyOf(flags.waf)) marks.push(flags.fromWaf)
  const fields = [
    marks.join(''),
    rules.rateLimit?.requests ?? '',
    rules.bodyLimitBytes ?? '',
    rules.responseSeconds === null ? '' : rules.responseSeconds * 1000,
    rules.idleSeconds === null ? '' : rules.idleSeconds * 1000,
    rules.basicAuth?.key ?? '',
    rules.maintenance ? Buffer.from(escapeHtml(rules.maintenance.message)).toString('base64') : '',
    ...(canaryWeight === undefined ? [] : [canaryWeight]),
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

const has = (flag: string) => `{ var(txn.flags) -m sub ${flag} }`

/**
 * The last http-request rules of the frontend: where an app has none, the request goes on at the second line, and where
 * none are left, at the next `allow`. Each line costs every request that comes to it, so there are as few as can be.
 */
export function rulesOfApps({ trustedProxies }: Pick<IngressPlan, 'trustedProxies'>): string {
  const answer = (status: number, file: string, more = '') =>
    `http-request return status ${status} content-type text/html file ${file} hdr Cache-Control no-store${more}`
  const field = (at: number) => `var(txn.rules),field(${at},|)`
  const listed = (letter: string) => `{ var(txn.app),concat(|${letter},txn.digits),map_beg(addresses.map) -m found }`
  const limits = [
    { flag: flags.perSecond, table: 't_second', seconds: 1 },
    { flag: flags.perMinute, table: 't_minute', seconds: 60 },
  ]
  const lines = [
    'http-request set-var(txn.rules) var(txn.app),map_str(rules.map)',
    'http-request allow if !{ var(txn.rules) -m found }',
    `http-request set-var(txn.flags) ${field(1)}`,
    ...clientLines(trustedProxies.length > 0),
    `${answer(403, 'refused.html')} if ${has(flags.deny)} ${listed('d')}`,
    `${answer(403, 'refused.html')} if ${has(flags.allow)} !${listed('a')}`,
    `http-request set-var(txn.rate) ${field(2)} if { var(txn.network) -m found }`,
    ...limits.flatMap(({ flag, table, seconds }) => [
      `http-request track-sc2 var(txn.app),concat(|,txn.network) table ${table} if ${has(flag)}`,
      `${answer(429, 'too-many.html', ` hdr Retry-After ${seconds}`)} if ${has(flag)} { sc_gpc0_rate(2,${table}),sub(txn.rate) -m int ge 0 }`,
      `http-request sc-inc-gpc0(2) if ${has(flag)}`,
    ]),
    // It is our answer and no failure of the app, so it is not counted as one.
    `http-request set-var(txn.answered) bool(true) if ${has(flags.maintenance)}`,
    `http-request return status 503 content-type text/html lf-file maintenance.html hdr Cache-Control no-store hdr Retry-After ${retryMaintenanceSeconds} if ${has(flags.maintenance)}`,
    `http-request allow if !${has(flags.fromWaf)}`,
    ...wafLines(answer(403, 'refused.html'), answer(414, 'too-long.html')),
    `http-request allow if !${has(flags.fromCanary)}`,
    `http-request set-var(txn.weight) ${field(8)} if ${has(flags.canary)}`,
    `http-request set-var(txn.backend) var(txn.found),field(1,|),concat(:canary),map_str(backends.map) if { var(txn.weight) -m found } { rand(100),sub(txn.weight) -m int lt 0 }`,
    `http-request set-var(txn.most) ${field(3)} if ${has(flags.bodyLimit)}`,
    `${answer(413, 'too-large.html')} if { var(txn.most) -m found } { req.hdr_val(content-length),sub(txn.most) gt 0 }`,
    `${answer(411, 'no-length.html')} if { var(txn.most) -m found } { req.hdr(transfer-encoding) -m found }`,
    `${answer(411, 'no-length.html')} if { var(txn.most) -m found } { fc_http_major ge 2 } !{ req.hdr(content-length) -m found } !{ method GET HEAD OPTIONS DELETE }`,
    `http-request allow if !${has(flags.basicAuth)}`,
    `http-request set-var(txn.key) ${field(6)}`,
    'http-request set-var(txn.password) http_auth_pass',
    'http-request set-var(txn.user) http_auth_user,concat(:,txn.password),hmac(sha256,txn.key),hex,lower',
    'http-request unset-var(txn.password)',
    `${answer(401, 'sign-in.html', ` hdr WWW-Authenticate 'Basic realm="%[var(txn.app)]", charset="UTF-8"'`)} if !{ var(txn.app),concat(|,txn.user),map_str(users.map) -m found }`,
    'http-request del-header Authorization',
  ]
  return lines.map((line) => `  ${line}`).join('\n')
}

/** The last address in X-Forwarded-For that is no trusted proxy, told by one that is; else whoever dialled. */
function clientLines(hasTrusted: boolean): string[] {
  const hops = Array.from({ length: hasTrusted ? mostHops : 0 }, (_, at) => `req.hdr_ip(x-forwarded-for,-${at + 1})`)
  return [
    `http-request set-var(txn.client) src if ${has(flags.client)}`,
    // What comes before something that is no address was said by nobody who is believed.
    ...hops.map((hop, at) => {
      const isKnown = hops.slice(0, at + 1).map((each) => `{ ${each} -m found }`)
      return `http-request set-var(txn.client) ${hop} if { var(txn.client) -m ip -f trusted.list } ${isKnown.join(' ')}`
    }),
    // `4` or `6` and the address in hex; an IPv4 address inside an IPv6 one is taken out.
    'http-request set-var(txn.hex) var(txn.client),hex if { var(txn.client) -m found }',
    'http-request set-var(txn.digits) str(4),concat(,txn.hex) if { var(txn.hex) -m len 8 }',
    `http-request set-var(txn.digits) 'var(txn.hex),regsub("^0{20}FFFF","4"),regsub("^(.{32})$","6\\1")' if { var(txn.hex) -m len 32 }`,
    'http-request set-var(txn.network) var(txn.digits),bytes(0,17) if { var(txn.hex) -m found }',
  ]
}

function wafLines(refuse: string, tooLong: string): string[] {
  const subjects = { url: 'txn.waf_url', path: 'txn.waf_path', agent: 'txn.waf_agent' } as const
  // The proxy decodes nothing at all where one escape is broken, and no further than a zero byte: so the ones go, and the
  // others become the byte after. Nothing grows by it, since the proxy would cut off what does not fit.
  const decodable = `regsub("%(?![0-9a-fA-F]{2})","",g),regsub("%00","%01",g)`
  const decode = (what: string) => `'${what},${decodable},url_dec(1),${decodable},url_dec(1)'`
  const isEncoded = '{ var(txn.encoded) -m found }'
  return [
    // Most have nothing to decode.
    `http-request set-var(txn.encoded) bool(true) if ${has(flags.waf)} { url -m sub % + }`,
    ...(['url', 'path'] as const).flatMap((what) => [
      `http-request set-var(${subjects[what]}) ${decode(what)} if ${isEncoded}`,
      `http-request set-var(${subjects[what]}) ${what} if ${has(flags.waf)} !${isEncoded}`,
      // What could not be decoded could not be looked at.
      `${refuse} if ${isEncoded} !{ var(${subjects[what]}) -m found }`,
    ]),
    `http-request set-var(${subjects.agent}) req.fhdr(user-agent),bytes(0,${longestAgent}) if ${has(flags.waf)}`,
    ...presetTable.map(
      ({ flag, seenIn, file }) => `${refuse} if ${has(flag)} { var(${subjects[seenIn]}) -m reg -i -f ${file} }`,
    ),
    `${tooLong} if ${has(flags.patterns)} { url,length gt ${longestSubject} }`,
    ...[subjects.url, subjects.agent].map(
      (subject) =>
        `${refuse} if ${has(flags.patterns)} { var(txn.app),concat(|,${subject}),map_reg(patterns.map) -m found }`,
    ),
  ]
}

const timeout = (which: string, flag: string, at: number) =>
  `  http-request set-timeout ${which} var(txn.rules),field(${at},|) if ${has(flag)}`

/** Of every backend. */
export const timeoutRules = [timeout('server', flags.responseTimeout, 4), timeout('tunnel', flags.idleTimeout, 5)].join(
  '\n',
)

/** Of the backend of an app that has them. */
export function backendRules(rules: IngressRules | undefined): string[] {
  return [
    ...(rules?.connectSeconds ? [`timeout connect ${rules.connectSeconds}s`] : []),
    ...(rules?.stickyCookie ? [`cookie ${rules.stickyCookie} insert indirect nocache httponly attr SameSite=Lax`] : []),
    ...(rules?.requestHeaders ?? []).map((change) => `http-request ${headerWords(change)}`),
    ...(rules?.responseHeaders ?? []).map((change) => `http-response ${headerWords(change)}`),
  ]
}

export function balanceOf(rules: IngressRules | undefined): string {
  const balance = rules?.balance ?? 'leastconn'
  // By the client, also behind a trusted proxy; consistent, or servers could not come and go while it runs.
  return balance === 'source' ? 'balance hash var(txn.client)\n  hash-type consistent' : `balance ${balance}`
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
