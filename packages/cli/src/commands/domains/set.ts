// `levelrail domains set`: how a domain of an app is served; one that the app does not have yet is added.
import type { AppDomain, AppDomainWish } from '@levelrail/contract/schemas/domains.ts'
import { command } from '../../command.ts'
import { usage } from '../../exit-codes.ts'
import type { Column } from '../../output/table.ts'

export const domainsSet = command({
  name: 'domains set',
  summary: 'Add a domain to an app, or change how it is served',
  details: 'Acts at once, without a deploy. Only what is named changes. Without a domain: shows those of the app.',
  arguments: { domain: { what: 'Host name with an optional path, such as www.example.com', optional: true } },
  options: {
    app: { kind: 'text', value: 'NAME', what: 'App that it is, or will be, a domain of', required: true },
    port: { kind: 'number', value: 'PORT', what: 'Port of the replicas; 0 for the port of the app' },
    'redirect-to': { kind: 'text', value: 'HOST', what: 'Send requests to this host instead; - for no other' },
    http: { kind: 'choice', of: ['auto', 'redirect', 'serve'], what: 'What becomes of requests without TLS' },
    hsts: { kind: 'number', value: 'SECONDS', what: 'How long browsers ask for nothing but HTTPS; 0 for not at all' },
    tls: { kind: 'choice', of: ['auto', 'acme', 'internal', 'off'], what: 'Whose certificate answers' },
    remove: { kind: 'flag', what: 'Take the domain away from the app' },
  },
  examples: [
    'levelrail domains set www.example.com --app web --redirect-to example.com',
    'levelrail domains set example.com --app web --http redirect --hsts 31536000',
    'levelrail domains set admin.example.com --app web --port 9000',
    'levelrail domains set --app web',
  ],
  async run({ client, settings, output }, { domain, app, remove, ...options }) {
    const params = { name: app }
    const before = await client.appDomainList({ params })
    const change = changeOf(options)
    if (domain === undefined && (remove || Object.keys(change).length > 0)) throw usage('name the domain to change', '')
    const after =
      domain === undefined
        ? before
        : await client.appDomainSet({ params, body: listAfter(before, domain, remove ? undefined : change) })
    if (settings.json) output.json(after)
    else output.table(columns, after)
    return undefined
  },
})

type Change = Omit<AppDomainWish, 'domain'>

interface Named {
  port: number | undefined
  'redirect-to': string | undefined
  http: AppDomain['http'] | undefined
  hsts: number | undefined
  tls: AppDomain['tls'] | undefined
}

export function changeOf({ port, 'redirect-to': redirectTo, http, hsts, tls }: Named): Change {
  return {
    ...(port === undefined ? {} : { port: port === 0 ? null : port }),
    ...(redirectTo === undefined ? {} : { redirect_to: redirectTo === '-' ? null : redirectTo }),
    ...(http === undefined ? {} : { http }),
    ...(hsts === undefined ? {} : { hsts_seconds: hsts }),
    ...(tls === undefined ? {} : { tls }),
  }
}

/** Without a change the domain goes. Names are compared as they were given; the API knows their one form. */
export function listAfter(before: AppDomain[], domain: string, change: Change | undefined): AppDomainWish[] {
  const isIt = (each: AppDomain) => each.domain === domain.toLowerCase()
  if (change === undefined) {
    if (!before.some(isIt)) throw usage(`the app has no domain ${domain}`, '')
    return before.filter((each) => !isIt(each))
  }
  if (!before.some(isIt)) return [...before, { domain, ...change }]
  return before.map((each) => (isIt(each) ? { ...each, ...change } : each))
}

const columns: Column<AppDomain>[] = [
  { title: 'DOMAIN', cell: ({ domain }) => domain },
  { title: 'PORT', cell: ({ port }) => (port === null ? '-' : String(port)) },
  { title: 'REDIRECT TO', cell: ({ redirect_to }) => redirect_to ?? '-' },
  { title: 'HTTP', cell: ({ http }) => http },
  { title: 'HSTS', cell: ({ hsts_seconds }) => (hsts_seconds === 0 ? '-' : `${hsts_seconds} s`) },
  { title: 'TLS', cell: ({ tls }) => tls },
]
