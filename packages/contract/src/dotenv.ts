// The text of .env files: read with all that such files hold in practice, and written so that it reads the same again.
// No reason repeats a value, which may be a secret.

export interface Dotenv {
  env: Record<string, string>
  /** What could not be read, with the number of its line; empty when all could. */
  problems: { line: number; reason: string }[]
}

/** Comments, `export`, quotes of both kinds over several lines; nothing is substituted. The last of two wins. */
export function parseDotenv(given: string): Dotenv {
  const text = given.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const entries: [string, string][] = []
  const problems: Dotenv['problems'] = []
  let line = 1
  for (let at = 0; at < text.length; ) {
    const read = readLine(text, at)
    if ('reason' in read) problems.push({ line, reason: read.reason })
    if ('key' in read) entries.push([read.key, read.value])
    line += text.slice(at, read.end).split('\n').length
    at = read.end + 1
  }
  return { env: Object.fromEntries(entries), problems }
}

export function writeDotenv(env: Readonly<Record<string, string>>): string {
  return Object.entries(env)
    .map(([key, value]) => `${key}=${quoted(value)}\n`)
    .join('')
}

/** Ends before a line ending, which with quotes may be that of a later line. */
type Read = { end: number } | { end: number; reason: string } | { end: number; key: string; value: string }

function readLine(text: string, start: number): Read {
  const end = lineEnd(text, start)
  const line = text.slice(start, end)
  if (/^\s*(#|$)/.test(line)) return { end }
  const [found, key] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=[ \t]*/.exec(line) ?? []
  if (found === undefined || key === undefined) return { end, reason: 'is not KEY=VALUE' }
  const quote = line[found.length]
  if (quote !== '"' && quote !== "'")
    return {
      end,
      key,
      value: line
        .slice(found.length)
        .replace(/(^|\s)#.*$/, '')
        .trim(),
    }
  const open = start + found.length
  const close = closingQuote(text, open, quote)
  if (close < 0) return { end, reason: `${key} has no closing ${quote}` }
  const last = lineEnd(text, close)
  if (!/^\s*(#.*)?$/.test(text.slice(close + 1, last)))
    return { end: last, reason: `${key} has something behind its closing ${quote}` }
  const inside = text.slice(open + 1, close)
  return { end: last, key, value: quote === "'" ? inside : unescaped(inside) }
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

function closingQuote(text: string, open: number, quote: string): number {
  for (let at = open + 1; at < text.length; at++) {
    if (quote === '"' && text[at] === '\\') at++
    else if (text[at] === quote) return at
  }
  return -1
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t' }

function unescaped(text: string): string {
  return text.replace(/\\([nrt"'\\$`])/g, (_, mark: string) => escapes[mark] ?? mark)
}

/** Quoted where a shell or a reader of such files would take it apart. */
function quoted(value: string): string {
  if (/^[\w./:@%+,-]*$/.test(value)) return value
  if (/^[^'\\\p{Cc}]*$/u.test(value)) return `'${value}'`
  const escaped = value
    .replace(/[\\"$`]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
  return `"${escaped}"`
}
