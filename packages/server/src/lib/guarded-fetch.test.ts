import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { checkedAddress } from './checked-address.ts'
import { type GuardedRequest, guardedFetch } from './guarded-fetch.ts'

const wish: GuardedRequest = {
  method: 'POST',
  headers: { 'X-Key': 'k', 'Content-Length': '1', Host: 'elsewhere' },
  body: 'grüße',
  allowedNetworks: ['127.0.0.0/8'],
  timeoutMs: 30_000,
  mostBytes: 100,
}
const never = new AbortController().signal

async function receiver(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/in?key=1`)
}

test('a request reaches an address that is allowed, framed by us', async () => {
  const url = await receiver(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    response.end(JSON.stringify([request.method, request.url, request.headers['x-key'], request.headers.host, body]))
  })
  const { status, text } = await guardedFetch(url, wish, never)
  expect([status, JSON.parse(text)]).toEqual([200, ['POST', '/in?key=1', 'k', url.host, 'grüße']])
})

test('a loopback address, by number or by name, is refused where it is not allowed, and nothing is sent', async () => {
  let requests = 0
  const url = await receiver((_, response) => response.end(String(++requests)))
  const closed = { ...wish, allowedNetworks: [] }
  await expect(guardedFetch(url, closed, never)).rejects.toMatchObject({ kind: 'not-allowed' })
  url.hostname = 'localhost'
  await expect(guardedFetch(url, closed, never)).rejects.toMatchObject({ kind: 'not-allowed' })
  url.hostname = '0x7f.1'
  await expect(guardedFetch(url, closed, never)).rejects.toMatchObject({ kind: 'not-allowed' })
  expect(requests).toBe(0)
})

test('a redirect is an answer like any other', async () => {
  const url = await receiver((_, response) => response.writeHead(302, { location: '/other' }).end())
  expect(await guardedFetch(url, wish, never)).toMatchObject({ status: 302 })
})

test('of a long answer only the beginning is read', async () => {
  const url = await receiver((_, response) => response.end('x'.repeat(1_000_000)))
  expect((await guardedFetch(url, wish, never)).text).toHaveLength(100)
})

test('no answer in time, and nobody there, are told apart', async () => {
  const silent = await receiver(() => {})
  await expect(guardedFetch(silent, { ...wish, timeoutMs: 50 }, never)).rejects.toMatchObject({ kind: 'timeout' })
  const nobody = new URL('http://127.0.0.1:1/')
  await expect(guardedFetch(nobody, wish, never)).rejects.toMatchObject({
    kind: 'unreachable',
    message: 'ECONNREFUSED',
  })
})

test('of several addresses of a name the first that is allowed is taken', async () => {
  const resolve = async () => [
    { address: '169.254.169.254', family: 4 },
    { address: '10.0.0.1', family: 4 },
    { address: '1.1.1.1', family: 4 },
  ]
  expect(await checkedAddress('a.example', [], never, resolve)).toEqual({ address: '1.1.1.1', family: 4 })
  const inner = async () => [{ address: '10.0.0.1', family: 4 }]
  await expect(checkedAddress('a.example', [], never, inner)).rejects.toMatchObject({ kind: 'not-allowed' })
  const broken = () => Promise.reject(new Error('ENOTFOUND'))
  await expect(checkedAddress('a.example', [], never, broken)).rejects.toMatchObject({ kind: 'unresolved' })
})
