// Which known names a mistyped one probably meant.

/** The closest names first, at most three; none when nothing is close. */
export function nearest(word: string, names: readonly string[]): string[] {
  const typed = word.toLowerCase()
  const limit = Math.max(2, Math.floor(typed.length / 3))
  return names
    .map((name) => ({ name, distance: distanceTo(typed, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, 3)
    .map(({ name }) => name)
}

/** A sentence for a hint, or nothing. */
export function didYouMean(word: string, names: readonly string[], print = (name: string) => name): string | undefined {
  const close = nearest(word, names).map(print)
  return close.length > 0 ? `did you mean ${close.join(' or ')}?` : undefined
}

/** A name that begins with what was typed counts as one edit away; otherwise edits, a swap being one. */
function distanceTo(typed: string, name: string): number {
  return typed.length >= 3 && name.startsWith(typed) ? 1 : edits(typed, name)
}

function edits(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + cost,
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
