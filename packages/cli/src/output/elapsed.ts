// How long something took, short enough for a table.

export function elapsed(from: string, to: string | null, now: Date): string {
  const ms = Math.max(0, (to === null ? now.getTime() : Date.parse(to)) - Date.parse(from))
  if (Number.isNaN(ms)) return '-'
  if (ms < 1000) return `${ms} ms`
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`
  const seconds = Math.floor(ms / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${seconds % 60}s`
  return `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m`
}
