// A question to the product that is measured, over connections that are kept.
import { Agent, request } from 'node:http'
import type { Measured } from './processes.ts'

const keepAlive = new Agent({ keepAlive: true })

export function ask<T = unknown>(
  { token }: { token: string },
  { url }: Measured,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/api/v1${path}`, {
      method,
      agent: keepAlive,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    })
    sending.on('error', reject)
    sending.on('response', (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () =>
        (answer.statusCode ?? 500) < 400
          ? resolve(text === '' ? (undefined as T) : JSON.parse(text))
          : reject(new Error(`${method} ${path}: ${text}`)),
      )
    })
    sending.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
