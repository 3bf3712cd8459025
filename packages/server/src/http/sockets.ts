// WebSockets as rows of the route table: an upgrade passes the same router, gate and checks as any request, and is
// refused with the same answers. Only then does it become a socket.
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { terminalCloses } from '@levelrail/contract/schemas/exec.ts'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { upgradeRequired } from '../errors.ts'
import type { Clock } from '../lib/clock.ts'
import { type Channel, channelOf, type ServeChannel } from './channel.ts'
import type { AccessWatch } from './watch-access.ts'

interface Upgrade {
  socket: Duplex
  head: Buffer
}

const longestMessage = 64 * 1024
const goingAway = 1001

export class Sockets {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: longestMessage,
    perMessageDeflate: false,
    clientTracking: false,
  })
  readonly #upgrades = new WeakMap<IncomingMessage, Upgrade>()
  readonly #served = new Set<Promise<void>>()
  readonly #stopping: AbortSignal
  readonly #clock: Clock

  constructor(app: FastifyInstance, { stopping, clock }: { stopping: AbortSignal; clock: Clock }) {
    this.#stopping = stopping
    this.#clock = clock
    app.server.on('upgrade', (request, socket: Duplex, head: Buffer) => {
      socket.on('error', () => {})
      this.#upgrades.set(request, { socket, head })
      const response = new ServerResponse(request)
      response.shouldKeepAlive = false
      // The types ask for a network socket, which an upgraded one is.
      response.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0])
      response.once('finish', () => socket.end())
      app.routing(request, response)
    })
    app.addHook('onClose', async () => void (await Promise.all(this.#served)))
  }

  /** 426 for a plain request. */
  requireUpgrade(request: IncomingMessage): void {
    if (!this.#upgrades.has(request)) throw upgradeRequired()
  }

  /** From here on the connection is the channel's. */
  accept(request: IncomingMessage, response: ServerResponse, serve: ServeChannel, access: () => AccessWatch): void {
    const upgrade = this.#upgrades.get(request)
    if (!upgrade) throw upgradeRequired()
    response.detachSocket(upgrade.socket as Parameters<ServerResponse['detachSocket']>[0])
    this.#server.handleUpgrade(request, upgrade.socket, upgrade.head, (socket) => {
      const serving = this.#serve(socket, serve, access()).finally(() => this.#served.delete(serving))
      this.#served.add(serving)
    })
  }

  async #serve(socket: WebSocket, serve: ServeChannel, access: AccessWatch): Promise<void> {
    const channel: Channel = channelOf(socket, this.#clock, access.isUsed)
    const stop = () => channel.close(goingAway, 'the control plane is stopping; open it again')
    this.#stopping.addEventListener('abort', stop, { once: true })
    void access.lost.then(({ status, message }) =>
      channel.close(status === 401 ? terminalCloses.notSignedIn : terminalCloses.notAllowed, message),
    )
    try {
      await serve(channel)
    } finally {
      access.stop()
      this.#stopping.removeEventListener('abort', stop)
      socket.close()
    }
  }
}
