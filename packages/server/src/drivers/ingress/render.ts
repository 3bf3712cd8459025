// The files of the proxy for a plan. Pure, so that what it will do can be read in a golden file. Names of files are
// relative to the folder of the configuration, and by those names the running process knows its maps.
//
// Map keys and look-ups end in `/`: a bare `example.test` would let `example.test.evil.org` in, and `/api` `/apix`.
import { createHash } from 'node:crypto'
import type { Slots } from './backend-slots.ts'
import { slotNames } from './backend-slots.ts'
import { challengePath } from './challenge-path.ts'
import { errorFiles, failureStatuses } from './error-pages.ts'
import { type ClientTimeouts, type IngressApp, type IngressPlan, platformApp } from './ingress.ts'
import { workerSocket } from './proxy-paths.ts'
import { counterGlobals, counterSections, countRules, trackRules } from './render-counters.ts'
import { addressRules, forwardRules, hygieneRules, plainHost, proofHeader } from './render-hygiene.ts'
import {
  backendRules,
  balanceOf,
  cookieWords,
  rateTables,
  ruleEntries,
  ruleFiles,
  ruleMaps,
  rulesOfApps,
} from './render-rules.ts'
import {
  bindLine,
  canaryTarget,
  certificateLines,
  certificateList,
  domainRules,
  routeValue,
  targetOf,
  tlsBinds,
  tlsDefaults,
  tlsStructure,
} from './render-tls.ts'

export interface IngressFiles {
  /** By name, each in the folder of the configuration. */
  files: Record<string, string>
  /** Of everything that only a reload changes; the running process tells it as its description. */
  structure: string
  /** Of all files. */
  fingerprint: string
  /** What the files of the maps hold. */
  entries: MapEntries
}

/** In this order they get what is new: a route leads nowhere before its backend and its rules are there. */
export const maps = ['backends.map', ...ruleMaps, 'routes.map', 'acme.map', 'platform.map'] as const
export type MapName = (typeof maps)[number]
/** What each map holds, by key. */
export type MapEntries = Record<MapName, Map<string, string>>

/** With its line end. No other line begins so. */
const serverLine = /\n {2}server [^\n]*/g

export function render(plan: IngressPlan, slots: Slots): IngressFiles {
  const fixed: Record<string, string> = {
    'trusted.list': plan.trustedProxies.map((line) => `${line}\n`).join(''),
    ...errorFiles(),
    ...ruleFiles(),
  }
  const apps = new Map(plan.apps.map((app) => [slots.byApp.get(app.name) ?? '', app]))
  const shape = config(plan, slots, 'shape', apps)
  const parts = [shape.replaceAll(serverLine, ''), ...Object.entries(fixed).flat()]
  const structure = `${fingerprintOf(parts)}${tlsStructure(plan)}`
  const files: Record<string, string> = {
    'haproxy.cfg': shape.replace('description shape', `description ${structure}`),
    ...fixed,
    ...(plan.tls ? { [certificateList]: certificateLines(plan.tls) } : {}),
  }
  const entries = mapEntries(plan, slots)
  for (const map of maps) files[map] = mapText(entries[map])
  return { files, structure, fingerprint: fingerprintOf(Object.entries(files).flat()), entries }
}

export function mapEntries(plan: IngressPlan, slots: Slots): MapEntries {
  const rules = ruleEntries(plan.apps.filter(({ rules }) => rules))
  const canaryWeights = new Map(plan.apps.map(({ name, canaryWeight }) => [name, canaryWeight]))
  const routes = plan.routes.flatMap((route): [string, string][] => {
    const backend = slots.byApp.get(targetOf(route))
    const canary = {
      backend: slots.byApp.get(canaryTarget(targetOf(route))),
      weight: canaryWeights.get(targetOf(route)),
    }
    const hasRules = rules['rules.map'].has(route.app)
    const value = routeValue(route, { backend, hasRules, canary, publicPort: plan.publicHttpsPort })
    return value === undefined ? [] : [[`${route.host}${route.path}`, value]]
  })
  const challenges = plan.challenges.map(({ token, answer }): [string, string] => [`${challengePath}${token}`, answer])
  return {
    'backends.map': new Map(slots.byApp),
    ...rules,
    'routes.map': new Map(routes),
    'acme.map': new Map(challenges),
    'platform.map': new Map(plan.platformProof === undefined ? [] : [['proof', plan.platformProof]]),
  }
}

function mapText(entries: Map<string, string>): string {
  return [...entries]
    .map(([key, value]) => `${key} ${value}\n`)
    .toSorted()
    .join('')
}

function config(plan: IngressPlan, slots: Slots, structure: string, apps: Map<string, IngressApp>): string {
  const sections = [
    head(structure, plan),
    counterSections,
    rateTables,
    frontend(plan),
    // What every app has is written once: there may be a thousand of them.
    ['defaults apps from base', ...rulesOfApps(plan)].join('\n  '),
    ...slotNames(slots.count).map((slot) => backend(plan, slot, apps.get(slot))),
  ]
  return `${sections.join('\n')}\n`
}

const usualTimeouts: ClientTimeouts = { headSeconds: 15, idleSeconds: 75 }

function head(structure: string, { tls, clientTimeouts = usualTimeouts }: IngressPlan): string {
  return `# Written by Levelrail; changes by hand are lost.
global
  description ${structure}
  default-path config
  # The container has no rights that a root could use.
  uid 0
  log stdout format raw local0 notice
  maxconn 4000
  hard-stop-after 1h
  stats socket ${workerSocket} mode 600 level admin
  stats timeout 1d${tls ? tlsDefaults : ''}
${counterGlobals}
.if version_atleast(3.4)
  tune.bufsize.small 4096
.endif
defaults base
  mode http
  # Without it events of a stream wait for more bytes.
  option http-no-delay
  # Without it every idle keep-alive connection breaks at a reload.
  option idle-close-on-response
  # An app learns that a client left before its answer.
  option abortonclose
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response
.if version_atleast(3.4)
  # A request is kept until its answer comes, to be sent again; most are small.
  option use-small-buffers l7-retries
.endif
  timeout connect 3s
  timeout client ${clientTimeouts.idleSeconds}s
  timeout server 5m
  timeout tunnel 24h
  timeout http-request ${clientTimeouts.headSeconds}s
  timeout http-keep-alive 75s
  timeout queue 10s
${failureStatuses.map((status) => `  errorfile ${status} ${status}.http`).join('\n')}`
}

/** Lines cost every request that comes to them, so what is rare comes after an `allow`, which leaves the rest out. */
function frontend(plan: IngressPlan): string {
  return `frontend in from base
${bindLine(plan.listen)}${tlsBinds(plan)}
${addressRules(plan)}
${hygieneRules(plan)}
  # Challenges of certificate authorities; those that are not ours go on to the app.
  http-request return status 200 content-type text/plain lf-string %[path,map_str(acme.map)] hdr Cache-Control no-store if { path_beg ${challengePath} } { path,map_str(acme.map) -m found }
  http-request set-var(txn.began) date(0,us)
  # What is asked for more than once may be sent again only where that does no harm.
  http-request disable-l7-retry unless { method GET HEAD OPTIONS }
  # Most name the host as it is known; then in one form: without port and trailing dot, in lower case.
  http-request set-var(txn.found) base,concat(/),map_beg(routes.map)
  http-request set-var(txn.path) path,bytes(0,1024) if !${isFound}
  http-request set-var(txn.found) ${plainHost},concat(,txn.path,/),map_beg(routes.map) if { var(txn.path) -m found }
  http-request set-var(txn.found) ${plainHost},regsub(^[^.]+,*),concat(,txn.path,/),map_beg(routes.map) if !${isFound}
  http-request return status 404 content-type text/html file no-route.html hdr Cache-Control no-store if !${isFound}
  http-request set-var(txn.app) var(txn.found),field(2,|)
${trackRules}
${forwardRules(plan)}
${domainRules(plan)}
${countRules}
  use_backend %[var(txn.found),field(1,|)]
  # Never needed: a map that no line names is not kept, and it tells the next control plane which app has which backend.
  use_backend %[var(txn.app),map_str(backends.map)]`
}

const isFound = '{ var(txn.found) -m found }'

/** Servers that drain are left out: a process that starts anew has nothing under way with them. */
function backend(plan: IngressPlan, slot: string, app: IngressApp | undefined): string {
  const servers = (app?.upstreams ?? [])
    .filter(({ state }) => state === 'serving')
    .map(({ name, address, port }) => `server ${name} ${address}:${port}${cookieWords(app?.rules, name)}`)
  const own = [...(app?.name === platformApp ? [platformRule] : []), ...backendRules(app?.rules)]
  // An `allow` among the rules of all would leave out its own, which so come first.
  const isApart = own.some((line) => line.startsWith('http-request'))
  const lines = [balanceOf(plan, app?.rules), ...own, ...(isApart ? rulesOfApps(plan) : []), ...servers.toSorted()]
  return [`backend ${slot} from ${isApart ? 'base' : 'apps'}`, ...lines].join('\n  ')
}

/** The platform is shown that it is us who ask; nobody else learns how. */
const platformRule = `http-request set-header ${proofHeader} %[str(proof),map_str(platform.map)]`

function fingerprintOf(parts: string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length} `).update(part)
  return hash.digest('hex').slice(0, 16)
}
