// Durations as people write them: `500ms`, `30s`, `2m`, `24h`, `7d`.

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds, or undefined when the text is no duration. */
export function parseDuration(text: string): number | undefined {
  const [, digits, unit] = text.match(/^(\d{1,9})(ms|s|m|h|d)$/) ?? []
  const factor = Object.entries(unitMs).find(([name]) => name === unit)?.[1]
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor
}
