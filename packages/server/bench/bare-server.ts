// The yardstick: Fastify with one handler that sends ready bytes, the same that our routes answer.
// Arguments: port, then pairs of path and file.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

const [port = '0', ...pairs] = process.argv.slice(2)
const app = Fastify()
app.get('/readyz', async () => 'ready\n')
for (let at = 0; at + 1 < pairs.length; at += 2) {
  const body = readFileSync(pairs[at + 1] ?? '', 'utf8')
  app.get(pairs[at] ?? '', (_, reply) => reply.type('application/json; charset=utf-8').send(body))
}
await app.listen({ host: '127.0.0.1', port: Number(port) })
