// The counters of a process of the proxy, read from the answers of its socket. Pure.
import { IngressError } from './ingress.ts'
import { type CounterName, type Counters, counterNames } from './request-counters.ts'

const quickOnesAreIn: readonly CounterName[] = ['http_2xx', 'http_bucket_5']

/** Of `show table`; undefined when it tells no table. Quick answers, which have a counter of their own, are put where they belong. */
export function readCounterTable(answer: string): Map<string, Counters> | undefined {
  const [head = '', ...lines] = answer.split('\n')
  if (!head.startsWith('# table:')) return undefined
  return new Map(
    lines.flatMap((line): [string, Counters][] => {
      const key = / key=((?:[^\\ ]|\\.)*)/.exec(line)?.[1]
      if (key === undefined) return []
      const numbers = new Map(
        [...line.matchAll(/ gpc(\d+)=(\d+)/g)].map(([, at, value]) => [Number(at), Number(value)]),
      )
      const quick = numbers.get(0) ?? 0
      const counted = counterNames.map((name, at) => {
        const value = numbers.get(at + 1) ?? 0
        return quickOnesAreIn.includes(name) ? (value + quick) % 2 ** 32 : value
      })
      return [[plainKey(key), counted]]
    }),
  )
}

/** By `app|route`: the proxy has `route|app`, in which a route may hold a bar and an app may not. */
export function routesByApp(routes: Map<string, Counters>): Map<string, Counters> {
  return new Map(
    [...routes].map(([key, counters]) => {
      const at = key.lastIndexOf('|')
      return [`${key.slice(at + 1)}|${key.slice(0, at)}`, counters]
    }),
  )
}

const letters: Record<string, string> = { t: '\t', n: '\n', r: '\r', e: '\u001b' }

/** As the proxy writes what would not stand as one word in its answers. */
function plainKey(text: string): string {
  return text.replaceAll(/\\(x[0-9a-fA-F]{2}|.)/g, (_, escaped: string) =>
    escaped.length === 3 ? String.fromCharCode(Number.parseInt(escaped.slice(1), 16)) : (letters[escaped] ?? escaped),
  )
}

/** Of `get var`: the name that the process gave itself; undefined when it is gone, or its configuration gave none. */
export function readWorkerName(answer: string): string | undefined {
  const name = /value=<([0-9a-f-]{36})>/.exec(answer)?.[1]
  if (name !== undefined || isProcessGone(answer) || answer.startsWith('Variable not found')) return name
  // One that is there and was left out would be taken for a new one later, and counted again.
  throw new IngressError('failed', `the proxy did not tell which process it is: ${answer.slice(0, 200)}`)
}

/** Of `show info`: it takes nothing new, and nothing is under way. */
export function readIsFinished(answer: string): boolean {
  return /^Stopping: 1$/m.test(answer) && /^CurrConns: 0$/m.test(answer)
}

/** Of `show sess`: the conversations that hold the process, by their addresses. */
export function readHolds(answer: string): string[] {
  return answer.split('\n').flatMap((line) => {
    const match = /^(0x[0-9a-f]+): proto=unix_stream .* fe=GLOBAL /.exec(line)
    return match?.[1] === undefined ? [] : [match[1]]
  })
}

/** Of any question to a process by its number. */
export function isProcessGone(answer: string): boolean {
  return answer.startsWith("Can't find the target PID")
}
