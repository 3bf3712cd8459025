// Durations as people write them: `500ms`, `5s`, `2m`, `24h`, `7d`. One vocabulary everywhere.

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
type Unit = keyof typeof unitMs
export type Duration = `${number}${Unit}`

export function durationMs(text: Duration): number {
  const ms = parseDuration(text)
  if (ms === undefined) throw new Error(`not a duration: ${text}`)
  return ms
}

/** Milliseconds, or undefined when the text is no duration. A bare `0` is one. */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text)
  const unit = match?.[2]
  return match && isUnit(unit) ? Number(match[1]) * unitMs[unit] : undefined
}

function isUnit(text: string | undefined): text is Unit {
  return text !== undefined && Object.hasOwn(unitMs, text)
}
