// What a certificate authority says when it refuses, and how long it wishes to be left alone. Pure.

interface Problem {
  type?: unknown
  detail?: unknown
  subproblems?: unknown
}

/** Its own words, from a problem document of RFC 7807, or as much of anything else as a glance takes. */
export function problemWords(body: string, status: number): string {
  const { type, detail, subproblems } = readProblem(body)
  const words = typeof detail === 'string' && detail !== '' ? detail : body.trim().slice(0, 200)
  const more = Array.isArray(subproblems)
    ? subproblems.map((each: Problem) => each?.detail).filter((each) => typeof each === 'string')
    : []
  const kind = typeof type === 'string' ? type.replace(/^urn:ietf:params:acme:error:/, '') : `status ${status}`
  const text = [words, ...more].filter((each) => each !== '').join('; ')
  return `${text === '' ? 'no reason given' : text} (${kind})`.replaceAll(/\s+/g, ' ').slice(0, 800)
}

export function problemType(body: string): string {
  const { type } = readProblem(body)
  return typeof type === 'string' ? type.replace(/^urn:ietf:params:acme:error:/, '') : ''
}

function readProblem(body: string): Problem {
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return {}
  }
}

/** Seconds or a date, as HTTP has it; 0 where there is nothing to obey. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const text = header.trim()
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? ms : 0
}
