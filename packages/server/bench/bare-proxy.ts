// The proxy of the ingress with nothing of ours in it: what is left of a request's cost is the proxy's own.
import type { ContainerEngine } from '../src/drivers/container/container.ts'
import { tarOf } from '../src/lib/tar.ts'
import { freePort } from '../test/support/server.ts'
import { type Peer, untilAnswering } from './peers.ts'

const config = (port: number, behind: number) => `global
  maxconn 4000
defaults
  mode http
  timeout connect 3s
  timeout client 75s
  timeout server 5m
frontend in
  bind 127.0.0.1:${port}
  default_backend app
backend app
  server app 127.0.0.1:${behind}
`

export interface BareProxyOptions {
  engine: ContainerEngine
  image: string
  name: string
  labels: Record<string, string>
  behind: number
  signal: AbortSignal
}

/** The caller removes the container, by its labels. */
export async function startBareProxy(options: BareProxyOptions): Promise<Omit<Peer, 'stop'>> {
  const { engine, image, name, labels, signal } = options
  const port = await freePort()
  const file = 'run/bare.cfg'
  const id = await engine.createContainer(
    {
      name,
      image,
      env: {},
      labels,
      entrypoint: ['haproxy'],
      command: ['-db', '-f', `/${file}`],
      user: '0',
      network: 'host',
      init: false,
    },
    signal,
  )
  const entries = [{ type: 'file' as const, path: file, content: config(port, options.behind) }]
  await engine.unpackInto(id, '/', tarOf(entries, new Date()), signal)
  await engine.startContainer(id, signal)
  const url = `http://127.0.0.1:${port}/`
  await untilAnswering(url, () => false)
  return { pid: (await engine.inspectContainer(name, signal)).pid, url }
}
