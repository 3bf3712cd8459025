// Takes secrets out of text that people will see: the values that are known, however they are written down, and what
// looks like a credential wherever it comes from. Rather too much than too little.

export const mark = '(secret)'
/** Shorter values are in every text by chance, and would turn it into holes. */
export const minSecretLength = 4

export type Redactor = (text: string) => string

export function redact(text: string, secrets: readonly string[]): string {
  return createRedactor(secrets)(text)
}

/** For many texts: how the values may be written down is worked out once. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const values = [...new Set(secrets.flatMap(waysToWrite))]
  return (text) => hideShapes(hideValues(text, values))
}

/** As it is, as URLs, JSON and base64 have it, and the single lines of a longer one such as a key file. */
function waysToWrite(secret: string): string[] {
  if (secret.length < minSecretLength) return []
  const lines = secret.split(/\r?\n/).filter((line) => line.length >= 8)
  const encoded = [encodeUrl(secret), JSON.stringify(secret).slice(1, -1), Buffer.from(secret).toString('base64')]
  return [secret, secret.replaceAll('\r\n', '\n'), ...lines, ...encoded]
}

/** A lone half of a surrogate pair has no URL form. */
function encodeUrl(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Values may overlap in the text; each stretch that any of them covers becomes one mark. */
function hideValues(text: string, values: readonly string[]): string {
  const found = values.flatMap((value) => stretchesOf(text, value)).sort((a, b) => a[0] - b[0])
  let shown = ''
  let end = 0
  for (const [from, to] of found) {
    const isApart = from > end || end === 0
    if (isApart) shown += text.slice(end, from) + mark
    end = Math.max(end, to)
  }
  return shown + text.slice(end)
}

function stretchesOf(text: string, value: string): [number, number][] {
  const stretches: [number, number][] = []
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) stretches.push([at, at + value.length])
  return stretches
}

const shapes: [RegExp, string][] = [
  [
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[A-Za-z0-9+/=\s\\]{0,20000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
    mark,
  ],
  // scheme://user:password@host, and a user that is long enough to be a token.
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]{0,256}):[^\s/]{1,1024}@/gi, `$1:${mark}@`],
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s:/@]{16,256}@/gi, `$1${mark}@`],
  [/\b(authorization["']?\s{0,5}[:=]\s{0,5}["']?(?:(?:bearer|basic|token|digest)\s{1,5})?)[^\s"',]+/gi, `$1${mark}`],
  [/\b(bearer\s{1,5})[\w.~+/=-]{8,}/gi, `$1${mark}`],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g, mark],
  [
    named('password|passwd|passphrase|secret|api[_-]?key|access[_-]?key|private[_-]?key', '["\']?\\s{0,3}[=:]\\s{0,3}'),
    `$1${mark}`,
  ],
  // "Unexpected token: }" is no secret; `token=...` and `"token": "..."` are.
  [named('token|pwd|credentials?|auth', '(?:=|["\']\\s{0,3}:\\s{0,3}(?=["\']))'), `$1${mark}`],
]

/** `name=value`, `name: value` and `"name": "value"`, for names that contain one of the words. */
function named(words: string, between: string): RegExp {
  return new RegExp(`\\b([\\w-]{0,64}(?:${words})[\\w-]{0,64}${between})(?:"[^"\\n]*"|'[^'\\n]*'|[^\\s,;&"']+)`, 'gi')
}

function hideShapes(text: string): string {
  return shapes.reduce((hidden, [shape, replacement]) => hidden.replace(shape, replacement), text)
}
