// Variables as lines of a .env file, quoted where a shell or a reader of such files would take them apart.

export function dotenvText(env: Readonly<Record<string, string>>): string {
  return Object.entries(env)
    .map(([key, value]) => `${key}=${quoted(value)}\n`)
    .join('')
}

function quoted(value: string): string {
  if (/^[\w./:@%+,-]*$/.test(value)) return value
  if (/^[^'\\\p{Cc}]*$/u.test(value)) return `'${value}'`
  const escaped = value
    .replace(/[\\"$`]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
  return `"${escaped}"`
}
