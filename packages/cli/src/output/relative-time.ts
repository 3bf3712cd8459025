// Times for tables: how long ago or how far off, and the date itself once that says more.

const steps = [
  { unit: 's', ms: 1000, below: 60_000 },
  { unit: 'm', ms: 60_000, below: 3_600_000 },
  { unit: 'h', ms: 3_600_000, below: 48 * 3_600_000 },
  { unit: 'd', ms: 86_400_000, below: 60 * 86_400_000 },
]

/** `never` stands for a time that is null. */
export function relativeTime(time: string | null, now: Date, never = '-'): string {
  if (time === null) return never
  const at = Date.parse(time)
  if (Number.isNaN(at)) return time
  const distance = Math.abs(at - now.getTime())
  if (distance < 1000) return 'now'
  const step = steps.find(({ below }) => distance < below)
  if (!step) return new Date(at).toISOString().slice(0, 10)
  const amount = `${Math.floor(distance / step.ms)}${step.unit}`
  return at > now.getTime() ? `in ${amount}` : `${amount} ago`
}
