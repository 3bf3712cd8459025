// What reading a person's text gives: the value, or the reason why it is none, fit to be shown to that person.

export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string }

export function accepted<T>(value: T): Parsed<T> {
  return { ok: true, value }
}

export function refused(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}

/** A text as it is quoted in a reason: in one line, and not longer than a glance. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)
}
