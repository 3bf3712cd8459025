import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Secret } from '../lib/secret.ts'
import { believeProxies } from './own-ingress.ts'

/** What is left of the headers of a request from this machine. */
async function headersLeft(sent: Record<string, string>, trustedProxies: string[] = []): Promise<string[]> {
  const server = createServer(({ headers }, response) => response.end(Object.keys(headers).join()))
  believeProxies(server, new Secret('proof'), trustedProxies)
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}`, { headers: sent })
  return (await response.text()).split(',').filter((name) => name.startsWith('x-') || name === 'forwarded')
}

const said = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https', forwarded: 'for=192.0.2.1', 'x-own': '1' }

test.each([
  ['a stranger on this machine is not believed', {}, [], ['x-own']],
  ['nor with a proof that is none', { 'x-levelrail-ingress': 'guess' }, [], ['x-own']],
  ['our own ingress is', { 'x-levelrail-ingress': 'proof' }, [], Object.keys(said)],
  ['and so is a proxy that is trusted', {}, ['127.0.0.0/8'], Object.keys(said)],
])('%s', async (_, shown, trusted, left) => {
  expect((await headersLeft({ ...said, ...shown }, trusted)).sort()).toEqual([...left].sort())
})

test('beyond the nearest hop only trusted proxies are believed', () => {
  const isBelieved = believeProxies(createServer(), new Secret('proof'), ['10.0.0.0/8'])
  expect([isBelieved('192.0.2.1', 0), isBelieved('192.0.2.1', 1), isBelieved('10.1.2.3', 1)]).toEqual([
    true,
    false,
    true,
  ])
})
