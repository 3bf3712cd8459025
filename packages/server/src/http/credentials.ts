// Finds the credential of a request: a bearer token, or the session cookie.
import type { IncomingHttpHeaders } from 'node:http'

export interface Credential {
  kind: 'bearer' | 'cookie'
  text: string
}

const cookieName = 'session_token'
const longestCredential = 200

/** A bearer token wins over a cookie: whoever sends one means it. */
export function credentialOf(headers: IncomingHttpHeaders): Credential | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  if (headers.authorization !== undefined) return bearer ? bounded('bearer', bearer) : { kind: 'bearer', text: '' }
  const cookie = cookieOf(headers.cookie)
  return cookie ? bounded('cookie', cookie) : undefined
}

/** Ports do not separate cookies, so nothing of ours may be readable by a script or sent from another site. */
export function sessionCookie(text: string, maxAgeSeconds: number, isSecure: boolean): string {
  const age = text === '' ? 0 : Math.max(0, Math.floor(maxAgeSeconds))
  return `${cookieName}=${text}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${isSecure ? '; Secure' : ''}`
}

function cookieOf(header: string | undefined): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [name = '', value = ''] = part.trim().split('=')
    if (name === cookieName && value !== '') return value
  }
  return undefined
}

function bounded(kind: Credential['kind'], text: string): Credential {
  return { kind, text: text.length <= longestCredential ? text : '' }
}
