// Serves the built dashboard: hashed assets for ever, and its one page for every address that is not the API's.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pageHeaders } from './security-headers.ts'

const notBuilt = 'The dashboard is not built yet. Run: npm run build:dashboard\n'

/** Returns how to answer an address of the dashboard itself. */
export async function serveDashboard(
  app: FastifyInstance,
  folder: string,
): Promise<(reply: FastifyReply) => FastifyReply> {
  if (!existsSync(join(folder, 'index.html'))) {
    return (reply) => reply.code(503).headers(pageHeaders).type('text/plain; charset=utf-8').send(notBuilt)
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders(reply, path) {
      reply.headers(pageHeaders)
      const isHashed = path.startsWith(join(folder, 'assets'))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return (reply) => reply.sendFile('index.html')
}
