// The floor that deploys are held against: a container by plain calls to the engine, with nothing that it could do
// without, until the app in it answers 200.
import { get, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface RawEngine {
  /** Creates, starts, and asks until the first 200; the time is all of that in milliseconds. */
  run(address: string): Promise<{ id: string; ms: number }>
  remove(id: string): Promise<void>
}

export interface RawOptions {
  socket: string
  image: string
  network: string
  labels: Record<string, string>
}

const port = 8080
const deadlineMs = 60_000

export function rawEngine({ socket, image, network, labels }: RawOptions): RawEngine {
  const call = (method: string, path: string, body?: unknown) =>
    new Promise<string>((resolve, reject) => {
      const sending = request({
        socketPath: socket,
        method,
        path: `/v1.41${path}`,
        headers: { host: 'engine', 'content-type': 'application/json' },
      })
      sending.on('error', reject)
      sending.on('response', (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
        answer.on('end', () => ((answer.statusCode ?? 500) < 400 ? resolve(text) : reject(new Error(text))))
      })
      sending.end(body === undefined ? undefined : JSON.stringify(body))
    })

  return {
    async run(address) {
      const startedAt = performance.now()
      const endpoint = { IPAMConfig: { IPv4Address: address } }
      const created = await call('POST', '/containers/create', {
        Image: image,
        Labels: labels,
        HostConfig: { NetworkMode: network },
        NetworkingConfig: { EndpointsConfig: { [network]: endpoint } },
      })
      const { Id: id }: { Id: string } = JSON.parse(created)
      await call('POST', `/containers/${id}/start`)
      while (!(await answers(address))) {
        if (performance.now() - startedAt > deadlineMs) throw new Error(`${address} never answered`)
        await sleep(2)
      }
      return { id, ms: performance.now() - startedAt }
    },
    async remove(id) {
      await call('DELETE', `/containers/${id}?force=1&v=1`)
    },
  }
}

function answers(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host, port, path: '/', agent: false }, (answer) => resolve(answer.resume().statusCode === 200)).on(
      'error',
      () => resolve(false),
    )
  })
}
