// Reads what people paste from a `.env` file: comments, `export`, quotes, values over several lines.
export interface EnvText {
  pairs: [key: string, value: string][]
  /** Lines that are no variable, as they stand. */
  unread: string[]
}

const start = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=[ \t]*/
const quoted = /^"((?:[^"\\]|\\[\s\S])*)"|^'([^']*)'/

export function readEnvText(text: string): EnvText {
  const result: EnvText = { pairs: [], unread: [] }
  let rest = text.replaceAll('\r\n', '\n')
  while (rest !== '') {
    const match = start.exec(rest)
    if (
      !match?.[1] ||
      rest
        .slice(0, match.index + match[0].indexOf(match[1]))
        .trim()
        .startsWith('#')
    ) {
      const line = firstLine(rest)
      if (line.trim() !== '' && !line.trim().startsWith('#')) result.unread.push(line.trim())
      rest = rest.slice(line.length + 1)
      continue
    }
    rest = rest.slice(match[0].length)
    const quote = quoted.exec(rest)
    const line = firstLine(rest.slice(quote?.[0].length ?? 0))
    const value = quote ? (quote[2] ?? unescaped(quote[1] ?? '')) : line.replace(/(^|\s)#.*$/, '').trim()
    result.pairs.push([match[1], value])
    rest = rest.slice((quote?.[0].length ?? 0) + line.length + 1)
  }
  return result
}

function firstLine(text: string): string {
  const end = text.indexOf('\n')
  return end < 0 ? text : text.slice(0, end)
}

function unescaped(text: string): string {
  const known: Record<string, string> = { n: '\n', r: '\r', t: '\t' }
  return text.replace(/\\([\s\S])/g, (_, char: string) => known[char] ?? char)
}
