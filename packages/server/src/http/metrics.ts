// The platform's own figures, in the text form that Prometheus reads.

type Labels = Record<string, string>

export class Metrics {
  readonly #counters = new Map<string, { help: string; values: Map<string, number> }>()

  /** Adds to a counter; labels must come from small, fixed sets. */
  add(name: string, help: string, labels: Labels, amount = 1): void {
    const counter = this.#counters.get(name) ?? { help, values: new Map<string, number>() }
    this.#counters.set(name, counter)
    const key = labelText(labels)
    counter.values.set(key, (counter.values.get(key) ?? 0) + amount)
  }

  print(gauges: { name: string; help: string; labels?: Labels; value: number }[]): string {
    const lines: string[] = []
    for (const [name, { help, values }] of this.#counters) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} counter`)
      for (const [labels, value] of values) lines.push(`${name}${labels} ${value}`)
    }
    const described = new Set<string>()
    for (const { name, help, labels, value } of gauges) {
      if (!described.has(name)) lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`)
      described.add(name)
      lines.push(`${name}${labelText(labels ?? {})} ${value}`)
    }
    return `${lines.join('\n')}\n`
  }
}

function labelText(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`)
  return parts.length > 0 ? `{${parts.join(',')}}` : ''
}
