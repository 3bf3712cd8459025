// Globs over resource names: `*` is any run of characters, `?` any single one. Nothing else is special.

/** Matches without building a pattern, so that no text can make it slow. */
export function globMatches(glob: string, name: string): boolean {
  let at = 0
  let from = 0
  let star = -1
  let resume = 0
  while (from < name.length) {
    if (glob[at] === '*') {
      star = at++
      resume = from
    } else if (at < glob.length && (glob[at] === '?' || glob[at] === name[from])) {
      at++
      from++
    } else if (star >= 0) {
      at = star + 1
      from = ++resume
    } else {
      return false
    }
  }
  while (glob[at] === '*') at++
  return at === glob.length
}
