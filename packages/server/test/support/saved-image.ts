// An image of an engine as its parts, so that a registry of the tests can give it: the layer and the settings.
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { TinyImage } from './tiny-registry.ts'

/** Never the same twice: engines do not ask for a layer again that they once had from anywhere. */
export async function savedImage(socketPath: string, image: string, env: string[] = []): Promise<TinyImage> {
  const files = readTar(await save(socketPath, image))
  const file = (name: string) => files.get(name) ?? Buffer.from('null')
  const [{ Config, Layers }] = JSON.parse(String(file('manifest.json')))
  if (Layers.length !== 1) throw new Error(`${image} has ${Layers.length} layers; this reads images of one`)
  const { config } = JSON.parse(String(file(Config)))
  const layer = Buffer.concat([tarEntry('unique', randomBytes(512)), file(Layers[0])])
  return { layer, config: { config: { ...config, Env: [...(config.Env ?? []), ...env] } } }
}

function save(socketPath: string, image: string): Promise<Buffer> {
  const path = `/images/${encodeURIComponent(image)}/get`
  return new Promise((resolve, reject) =>
    request({ socketPath, path }, (answer) => buffer(answer).then(resolve, reject))
      .on('error', reject)
      .end(),
  )
}

function readTar(tar: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const name = tar.toString('utf8', at, at + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(tar.toString('utf8', at + 124, at + 136), 8)
    files.set(name, tar.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

function tarEntry(name: string, body: Buffer): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write('0000644', 100)
  for (const at of [108, 116]) header.write('0000000', at)
  header.write(body.length.toString(8).padStart(11, '0'), 124)
  header.write('00000000000', 136)
  header.write('        0', 148)
  header.write('ustar\u000000', 257)
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  return Buffer.concat([header, body])
}
