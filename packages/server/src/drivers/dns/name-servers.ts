// DNS by the name servers of the machine, or by those that are set. Each look is bounded in time and kept for moments, so
// that nobody asks for more by asking again.
import { Resolver } from 'node:dns/promises'
import type { Dns, DnsAnswer } from './dns.ts'

const limitMs = 4000
const keptMs = 5000
const mostKept = 1000

export function nameServerDns(servers: string[], now: () => Date): Dns {
  const kept = new Map<string, { until: number; answer: Promise<DnsAnswer> }>()
  return {
    async lookUp(host, signal) {
      const at = now().getTime()
      const known = kept.get(host)
      if (known && known.until > at) return known.answer
      const answer = ask(servers, host)
      kept.delete(host)
      kept.set(host, { until: at + keptMs, answer })
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break
        kept.delete(oldest)
      }
      const found = await answer
      signal.throwIfAborted()
      return found
    },
  }
}

/** Others may wait for the same answer, so it ends by its own limit alone. */
async function ask(servers: string[], host: string): Promise<DnsAnswer> {
  // Two tries within the limit, since a question over UDP may be lost.
  const resolver = new Resolver({ timeout: limitMs / 4, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const end = () => resolver.cancel()
  const limit = AbortSignal.timeout(limitMs)
  limit.addEventListener('abort', end, { once: true })
  const problems: string[] = []
  const recordsOr = async (look: Promise<string[]>): Promise<string[]> => {
    try {
      return (await look).toSorted()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      if (code !== 'ENODATA' && code !== 'ENOTFOUND') problems.push(limit.aborted ? 'no answer in time' : code)
      return []
    }
  }
  try {
    const [a, aaaa, cname] = await Promise.all([
      recordsOr(resolver.resolve4(host)),
      recordsOr(resolver.resolve6(host)),
      recordsOr(resolver.resolveCname(host)),
    ])
    return { a, aaaa, cname, problem: problems[0] }
  } finally {
    limit.removeEventListener('abort', end)
  }
}
