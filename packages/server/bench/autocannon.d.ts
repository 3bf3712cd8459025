// What we use of autocannon, which brings no types.
declare module 'autocannon' {
  interface Request {
    path: string
  }
  interface Options {
    url: string
    connections: number
    duration: number
    headers: Record<string, string>
    requests?: { setupRequest(request: Request): Request }[]
  }
  interface Result {
    duration: number
    errors: number
    non2xx: number
    '2xx': number
    latency: { p50: number; p99: number }
  }
  export default function autocannon(options: Options): Promise<Result>
}
