// The clients, in a process of their own so that their work is not counted as the server's. One JSON argument in,
// one JSON line out.
import autocannon from 'autocannon'

export interface Load {
  url: string
  headers: Record<string, string>
  seconds: number
  connections: number
  /** Makes every question a new one, by a `before` that no two share, so that no kept answer fits. */
  isEachNew: boolean
}

export interface Loaded {
  answered: number
  seconds: number
  p50_ms: number
  p99_ms: number
}

const load: Load = JSON.parse(process.argv[2] ?? '{}')
let asked = 0
const result = await autocannon({
  url: load.url,
  headers: load.headers,
  connections: load.connections,
  duration: load.seconds,
  ...(load.isEachNew ? { requests: [{ setupRequest: askAnew }] } : {}),
})
if (result.errors > 0 || result.non2xx > 0) throw new Error(`${result.errors} errors, ${result.non2xx} not 2xx`)
const { p50, p99 } = result.latency
const loaded: Loaded = { answered: result['2xx'], seconds: result.duration, p50_ms: p50, p99_ms: p99 }
process.stdout.write(JSON.stringify(loaded))

function askAnew<T extends { path: string }>(request: T): T {
  const before = new Date(Date.UTC(2100, 0) + ++asked).toISOString()
  return { ...request, path: `${request.path.split('&before=')[0]}&before=${before}` }
}
