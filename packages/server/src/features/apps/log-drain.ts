// Where the logs of an app are forwarded to: what a target may be, how it is shown to whom, and how saving what was
// shown keeps what is stored. Pure. Spec 5, ruling 11.
import { isDeepStrictEqual } from 'node:util'
import type { LogDrain } from '@levelrail/contract/schemas/apps.ts'
import { badRequest } from '../../errors.ts'

const hidden = '(hidden)'
const schemes = ['https:', 'http:', 'syslog+tcp:', 'syslog+udp:']

export interface StoredDrain {
  url: string
  headers: Record<string, string>
}

export function checkDrain({ url, headers }: StoredDrain): void {
  const target = URL.canParse(url) ? new URL(url) : undefined
  if (!target || !schemes.includes(target.protocol) || target.hostname === '')
    throw badRequest(
      'log_drain.url must be https://…, http://…, syslog+tcp://host:port or syslog+udp://host:port, with a host',
    )
  if (!target.protocol.startsWith('syslog')) return
  if (target.port === '') throw badRequest('log_drain.url needs a port, such as syslog+tcp://host:514')
  if ((target.pathname !== '' && target.pathname !== '/') || target.search !== '' || target.username !== '')
    throw badRequest('log_drain.url of a syslog target is scheme, host and port, and nothing else')
  if (Object.keys(headers).length > 0) throw badRequest('log_drain.headers are for http and https targets only')
}

/** What callers below `read:sensitive` see of it. */
export function maskDrain({ url, headers }: StoredDrain): StoredDrain {
  return {
    url: url.startsWith('http') ? `${new URL(url).origin}/${hidden}` : hidden,
    headers: Object.fromEntries(Object.keys(headers).map((name) => [name, hidden])),
  }
}

/** What was meant: a placeholder stands for what is stored. */
export function unmaskDrain(sent: LogDrain | null, stored: StoredDrain | null): StoredDrain | null {
  if (!sent) return null
  const isKept = stored !== null && sent.url === maskDrain(stored).url
  if (!isKept && sent.url.includes(hidden))
    throw badRequest(`log_drain.url holds ${hidden}, which stands for no stored target: send the whole address`)
  const headers = Object.entries(sent.headers ?? {}).map(([name, value]): [string, string] => {
    if (value !== hidden) return [name, value]
    const known = stored?.headers[name]
    if (known === undefined)
      throw badRequest(`log_drain.headers.${name} is ${hidden}, which stands for no stored value: send the value`)
    return [name, known]
  })
  return { url: isKept ? stored.url : sent.url, headers: Object.fromEntries(headers) }
}

export function isSameDrain(a: StoredDrain | null, b: StoredDrain | null): boolean {
  return isDeepStrictEqual(a, b)
}
