// A name server on loopback that says what a test wishes: IPv4 addresses of the names in its zone, and nothing else.
import { createSocket } from 'node:dgram'

export interface TinyDns {
  /** For `APP_DNS_SERVERS`. */
  address: string
  zone: Map<string, string>
  close(): void
}

export async function startTinyDns(): Promise<TinyDns> {
  const zone = new Map<string, string>()
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => socket.send(answerTo(question, zone), port, address))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { address: `127.0.0.1:${socket.address().port}`, zone, close: () => socket.close() }
}

function answerTo(question: Buffer, zone: Map<string, string>): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const isIpv4 = question.readUInt16BE(at + 1) === 1
  const found = isIpv4 ? zone.get(labels.join('.').toLowerCase()) : undefined
  const header = Buffer.from(question.subarray(0, 12))
  // An answer of an authority; one question, and as many answers as were found.
  header.writeUInt16BE(0x8580, 2)
  header.writeUInt16BE(found ? 1 : 0, 6)
  header.writeUInt32BE(0, 8)
  const asked = question.subarray(12, at + 5)
  if (!found) return Buffer.concat([header, asked])
  const record = [0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...found.split('.').map(Number)]
  return Buffer.concat([header, asked, Buffer.from(record)])
}
