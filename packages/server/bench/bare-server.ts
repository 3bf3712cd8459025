// The yardstick: Fastify with a handler that sends ready text, the same bytes that our routes answer. Under `/buffer`
// the same from a buffer, which spares Fastify the encoding. Arguments: port, then the file.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

const [port = '0', file = ''] = process.argv.slice(2)
const app = Fastify()
app.get('/readyz', async () => 'ready\n')
const text = readFileSync(file, 'utf8')
const buffer = readFileSync(file)
app.get('/text', (_, reply) => reply.type('application/json; charset=utf-8').send(text))
app.get('/buffer', (_, reply) => reply.type('application/json; charset=utf-8').send(buffer))
await app.listen({ host: '127.0.0.1', port: Number(port) })
