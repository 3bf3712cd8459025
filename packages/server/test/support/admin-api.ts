// The API as a signed-in admin uses it, with the raw answer at hand: status, body and request id.

export const adminEnv = { APP_ADMIN_EMAIL: 'admin@example.com', APP_ADMIN_PASSWORD: 'correct horse battery' }

/** The header that carries who asks: `{ cookie }` or `{ authorization }`. */
export type Credential = Record<string, string>

export interface Answer<T> {
  status: number
  body: T
  requestId: string
  headers: Headers
}

/** Returns when the answer is read to its end; throws when the connection breaks before. */
export async function send<T>(
  url: string,
  credential: Credential,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> {
  const response = await fetch(new URL(path, url), {
    method,
    headers: { ...credential, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    body: (isJson ? JSON.parse(text) : text) as T,
    requestId: response.headers.get('x-request-id') ?? '',
    headers: response.headers,
  }
}

/** Signs in the admin that `adminEnv` made, by password. */
export async function signIn(url: string): Promise<Credential> {
  const { headers } = await succeed(url, {}, 'POST', '/api/v1/auth/login', {
    email: adminEnv.APP_ADMIN_EMAIL,
    password: adminEnv.APP_ADMIN_PASSWORD,
  })
  const cookie = headers.getSetCookie().map((text) => text.split(';')[0] ?? '')
  return { cookie: cookie.join('; ') }
}

/** Sends, and throws unless the answer is a 2xx. */
export async function succeed<T>(
  url: string,
  credential: Credential,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> {
  const answer = await send<T>(url, credential, method, path, body)
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer
}
