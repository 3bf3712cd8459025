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
import { hygieneRules } from './render-hygiene.ts'
import {
  backendRules,
  balanceOf,
  cookieWords,
  rateTables,
  ruleEntries,
  ruleFiles,
  ruleMaps,
  rulesOfApps,
  timeoutRules,
} from './render-rules.ts'
import {
  bindText,
  certificateLines,
  certificateList,
  domainRules,
  routeValue,
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
  const routes = plan.routes.map((route): [string, string] => [
    `${route.host}${route.path}`,
    routeValue(route, plan.publicHttpsPort),
  ])
  const challenges = plan.challenges.map(({ token, answer }): [string, string] => [`${challengePath}${token}`, answer])
  return {
    'backends.map': new Map(slots.byApp),
    ...ruleEntries(plan.apps.filter(({ rules, canaryWeight }) => rules || canaryWeight !== undefined)),
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
    appDefaults,
    ...slotNames(slots.count).map((slot) => backend(slot, apps.get(slot))),
  ]
  return `${sections.join('\n')}\n`
}

const usualTimeouts: ClientTimeouts = { headSeconds: 15, idleSeconds: 75 }

function head(structure: string, { tls, clientTimeouts = usualTimeouts }: IngressPlan): string {
  return `# Written by Levelrail; changes by hand are lost.
global
  description ${structure}
  default-path config
  log stdout format raw local0 notice
  maxconn 4000
  hard-stop-after 1h
  stats socket ${workerSocket} mode 600 level admin
  stats timeout 1d${tls ? tlsDefaults : ''}
${counterGlobals}
defaults base
  mode http
  # Without it events of a stream wait for more bytes.
  option http-no-delay
  # Without it every idle keep-alive connection breaks at a reload.
  option idle-close-on-response
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response
  timeout connect 3s
  timeout client ${clientTimeouts.idleSeconds}s
  timeout server 5m
  timeout tunnel 24h
  timeout http-request ${clientTimeouts.headSeconds}s
  timeout http-keep-alive 75s
  timeout queue 10s
${failureStatuses.map((status) => `  errorfile ${status} ${status}.http`).join('\n')}`
}

/** What every app has is written once: there may be a thousand of them. */
const appDefaults = `defaults apps from base
  http-request return status 503 content-type text/html file not-running.html hdr Cache-Control no-store hdr Retry-After 5 if { nbsrv eq 0 }
${timeoutRules}`

/** Only a trusted proxy may say who the client is. */
function forwardRules({ trustedProxies }: IngressPlan): string {
  if (trustedProxies.length === 0)
    return `  # Nobody but us says who the client is.
  http-request del-header X-Forwarded- -m beg
  http-request del-header Forwarded
  http-request add-header X-Forwarded-Proto %[ssl_fc,iif(https,http)]
  http-request add-header X-Forwarded-Host %[req.hdr(host)]
  http-request set-header X-Real-IP %[src]
  option forwardfor`
  return `  # Only a trusted proxy may say who the client is.
  acl is_trusted src -f trusted.list
  http-request del-header X-Forwarded- -m beg if !is_trusted
  http-request del-header Forwarded if !is_trusted
  http-request del-header X-Real-IP if !is_trusted
  http-request set-header X-Forwarded-Proto %[ssl_fc,iif(https,http)] if !{ req.hdr(x-forwarded-proto) -m found }
  http-request set-header X-Forwarded-Host %[req.hdr(host)] if !{ req.hdr(x-forwarded-host) -m found }
  http-request set-header X-Real-IP %[src] if !{ req.hdr(x-real-ip) -m found }
  option forwardfor`
}

function frontend(plan: IngressPlan): string {
  return `frontend in from base
${plan.listen.map((each) => `  bind ${bindText(each)}`).join('\n')}${tlsBinds(plan)}
${hygieneRules}
  # Challenges of certificate authorities; those that are not ours go on to the app.
  http-request return status 200 content-type text/plain lf-string %[path,map_str(acme.map)] hdr Cache-Control no-store if { path_beg ${challengePath} } { path,map_str(acme.map) -m found }
  http-request set-var(txn.began) date(0,us)
  # What is asked for more than once may be sent again only where that does no harm.
  http-request disable-l7-retry unless { method GET HEAD OPTIONS }
  # The host in one form: without port and trailing dot, in lower case.
  http-request set-var(txn.host) req.hdr(host),host_only,lower,rtrim(.)
  http-request set-var(txn.path) path,bytes(0,1024)
  http-request set-var(txn.found) var(txn.host),concat(,txn.path,/),map_beg(routes.map)
  http-request set-var(txn.found) var(txn.host),regsub(^[^.]+,*),concat(,txn.path,/),map_beg(routes.map) if !{ var(txn.found) -m found }
  http-request set-var(txn.app) var(txn.found),field(1,|),field(1,:)
  http-request set-var(txn.backend) var(txn.found),field(1,|),map_str(backends.map)
${trackRules}
${forwardRules(plan)}
  # The platform is shown that it is us who ask; nobody else learns how.
  http-request del-header X-Levelrail-Ingress
  http-request set-header X-Levelrail-Ingress %[str(proof),map_str(platform.map)] if { var(txn.app) -m str ${platformApp} }
  http-request return status 404 content-type text/html file no-route.html hdr Cache-Control no-store if !{ var(txn.backend) -m found }
${domainRules(plan)}
${countRules}
  # The rules of apps. No http-request rule comes after them.
${rulesOfApps(plan)}
  use_backend %[var(txn.backend)]`
}

/** Servers that drain are left out: a process that starts anew has nothing under way with them. */
function backend(slot: string, app: IngressApp | undefined): string {
  const servers = (app?.upstreams ?? [])
    .filter(({ state }) => state === 'serving')
    .map(({ name, address, port }) => `server ${name} ${address}:${port}${cookieWords(app?.rules, name)}`)
  const lines = [balanceOf(app?.rules), ...backendRules(app?.rules), ...servers.toSorted()]
  return [`backend ${slot} from apps`, ...lines].join('\n  ')
}

function fingerprintOf(parts: string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length} `).update(part)
  return hash.digest('hex').slice(0, 16)
}
