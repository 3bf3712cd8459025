// Writes files into the running container through one command that is kept open there: a few milliseconds, where the
// engine's own way takes a hundred. One archive at a time; each is answered with a line.
import type { Duplex } from 'node:stream'
import { IngressError } from './ingress.ts'
import { home } from './proxy-paths.ts'

/** Reads `<bytes> <folder>`, then so many bytes of an archive; then folders of files but that one are removed. */
const unpack = `while read -r size keep; do
  head -c "$size" | tar -x -f - -C /
  echo "done $?"
  if [ -n "$keep" ]; then
    for each in "$1"/files/*; do [ "$each" = "$1/files/$keep" ] || rm -rf "$each"; done
  fi
done`

export const unpackCommand = ['sh', '-c', unpack, 'unpack', home]

const answerDeadlineMs = 10_000

export class FilePipe {
  readonly #stream: Duplex
  #heard = ''
  #isClosed = false
  #news: () => void = () => {}

  constructor(stream: Duplex) {
    this.#stream = stream
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      // What a program complains of comes on the same way; the end of it is enough.
      this.#heard = (this.#heard + text).slice(-10_000)
      this.#news()
    })
    for (const event of ['close', 'end', 'error'])
      stream.on(event, () => {
        this.#isClosed = true
        this.#news()
      })
  }

  get isOpen(): boolean {
    return !this.#isClosed
  }

  /** Without a folder to keep, all are kept. One that was broken off leaves nothing to go on with. */
  async write(archive: Buffer, keep: string | undefined, signal: AbortSignal): Promise<void> {
    this.#heard = ''
    this.#stream.write(`${archive.length} ${keep ?? ''}\n`)
    this.#stream.write(archive)
    const limit = AbortSignal.any([signal, AbortSignal.timeout(answerDeadlineMs)])
    const code = await this.#untilDone(limit)
    if (code === '0') return
    this.close()
    signal.throwIfAborted()
    const words = this.#heard.trim().slice(-300)
    throw new IngressError('failed', `the files of the proxy could not be written: ${words || 'no answer'}`)
  }

  close(): void {
    this.#isClosed = true
    this.#stream.destroy()
  }

  async #untilDone(signal: AbortSignal): Promise<string | undefined> {
    for (;;) {
      const code = /(?:^|\n)done (\d+)\n$/.exec(this.#heard)?.[1]
      if (code !== undefined || this.#isClosed || signal.aborted) return code
      await new Promise<void>((resolve) => {
        this.#news = resolve
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
  }
}
