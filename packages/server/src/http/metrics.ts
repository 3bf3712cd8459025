// The platform's own figures, in the text form that Prometheus reads.

type Labels = Record<string, string>

export interface Counter {
  value: number
}

export class Metrics {
  readonly #counters = new Map<string, { help: string; values: Map<string, Counter> }>()
  readonly #requests = new Map<string, { count: Counter; seconds: Counter }>()

  /** One counter; labels must come from small, fixed sets. */
  counter(name: string, help: string, labels: Labels): Counter {
    const counters = this.#counters.get(name) ?? { help, values: new Map<string, Counter>() }
    this.#counters.set(name, counters)
    const key = labelText(labels)
    const counter = counters.values.get(key) ?? { value: 0 }
    counters.values.set(key, counter)
    return counter
  }

  countRequest(route: string, statusCode: number, seconds: number): void {
    const key = `${route} ${Math.floor(statusCode / 100)}`
    const counters = this.#requests.get(key) ?? this.#requestCounters(key, route, statusCode)
    counters.count.value++
    counters.seconds.value += seconds
  }

  print(gauges: { name: string; help: string; labels?: Labels; value: number }[]): string {
    const lines: string[] = []
    for (const [name, { help, values }] of this.#counters) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} counter`)
      for (const [labels, { value }] of values) lines.push(`${name}${labels} ${value}`)
    }
    const described = new Set<string>()
    for (const { name, help, labels, value } of gauges) {
      if (!described.has(name)) lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`)
      described.add(name)
      lines.push(`${name}${labelText(labels ?? {})} ${value}`)
    }
    return `${lines.join('\n')}\n`
  }

  #requestCounters(key: string, route: string, statusCode: number): { count: Counter; seconds: Counter } {
    const labels = { route, status: `${Math.floor(statusCode / 100)}xx` }
    const counters = {
      count: this.counter('levelrail_http_requests_total', 'Requests answered.', labels),
      seconds: this.counter('levelrail_http_request_seconds_total', 'Time spent answering.', labels),
    }
    this.#requests.set(key, counters)
    return counters
  }
}

function labelText(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`)
  return parts.length > 0 ? `{${parts.join(',')}}` : ''
}
