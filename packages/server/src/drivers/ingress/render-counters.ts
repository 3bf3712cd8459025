// How the proxy counts requests. Pure.
//
// The tables stand in a section of peers that is turned off: those of a backend are emptied as soon as a reload begins,
// and with them what the old process counted and nobody read yet.
import { isInMaintenance } from './render-rules.ts'
import { identifierPattern, latencyBucketsMs, routeSegments } from './request-counters.ts'

/** By these names the proxy is asked for them. */
export const counterTables = { apps: 'counters/apps', routes: 'counters/routes' } as const

/** Names the process; a reading of counters is one of exactly this one. */
export const workerVariable = 'proc.worker'

/** Entries of apps outlast a control plane that is away for a day; those of routes make room soon. */
export const counterSections = `# Request counters by app and by route: 0 quick answers of 2xx, which are in no other but the sum; 1-5 status classes,
# 6 errors of the proxy itself, 7 sum of milliseconds, 8-19 latency histogram.
peers counters
  disabled
  table apps type string len 64 size 10k expire 1d nopurge store gpc(20)
  table routes type string len 192 size 20k expire 10m nopurge store gpc(20)`

/** Older ones have no random numbers that early. */
export const counterGlobals = `.if version_atleast(3.2)
  set-var ${workerVariable} uuid()
.else
  set-var-fmt ${workerVariable} 00000000-0000-4000-8%[date(0,us)]
.endif`

const stickCounters = [0, 1]

/** As soon as the app is known, so that what is refused afterwards counts as well. A key of a route is `route|app`. */
export const trackRules = `  http-request track-sc0 var(txn.app) table ${counterTables.apps}
  http-request track-sc1 'path,field(1,/,${routeSegments + 1}),regsub("${identifierPattern}","/:id",g),rtrim(/),concat(|,txn.app)' table ${counterTables.routes}`

export const countRules = `  http-after-response set-var(txn.ms) date(0,us),sub(txn.began),div(1000)
${[...quickRules(), ...classRules(), ...bucketRules()].map((rule) => `  http-after-response ${rule}`).join('\n')}`

/** Most answers are these, and nothing else is looked at for them. */
function quickRules(): string[] {
  const isQuick = `if { var(txn.ms) -m int le ${latencyBucketsMs[0]} } { status 200:299 }`
  return [
    ...stickCounters.map((table) => `sc-add-gpc(7,${table}) var(txn.ms)`),
    ...stickCounters.map((table) => `sc-inc-gpc(0,${table}) ${isQuick}`),
    `allow ${isQuick}`,
  ]
}

/** An answer of an app that is in maintenance is none of the app. */
function classRules(): string[] {
  const isOwnFailure = `{ status 502:504 } { server_status 0 } !${isInMaintenance}`
  return stickCounters.flatMap((table) => [
    ...[1, 2, 3, 4, 5].map((digit) => `sc-inc-gpc(${digit},${table}) if { status ${digit}00:${digit}99 }`),
    `sc-inc-gpc(6,${table}) if ${isOwnFailure}`,
  ])
}

/** Quick answers first, and the rest is not looked at: these must be the last rules of their kind. */
function bucketRules(): string[] {
  return [...latencyBucketsMs, undefined].flatMap((bound, at) => {
    const isIn = bound === undefined ? [] : [`if { var(txn.ms) -m int le ${bound} }`]
    return [...stickCounters.map((table) => `sc-inc-gpc(${8 + at},${table})`), 'allow'].map((rule) =>
      [rule, ...isIn].join(' '),
    )
  })
}
