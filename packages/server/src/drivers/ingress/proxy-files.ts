// Writes files into the running container through one command that is kept open there: a few milliseconds, where the
// engine's own way takes a hundred. One archive at a time; each is answered with a line.
import type { Duplex } from 'node:stream'
import type { TarEntry } from '../../lib/tar.ts'
import { IngressError } from './ingress.ts'
import { home } from './proxy-paths.ts'

/**
 * Reads `<bytes> <how> <folder>`, then so many bytes of an archive. Only when all of it is there does the proxy start
 * from the folder, by the link `next`, in one step: that is the last of the archive, and one of another time must not be
 * taken for it. After the answer other folders go, where this is to be the only one.
 */
const unpack = `rm -f "$1/next"
while read -r size how folder; do
  head -c "$size" | tar -x -f - -C / &&
    { [ "$how" = beside ] || mv -fT "$1/next" "$1/current"; }
  code=$?
  echo "done $code"
  [ "$code" = 0 ] || exit 1
  if [ "$how" = alone ]; then
    for each in "$1"/files/*; do [ "$each" = "$1/$folder" ] || rm -rf "$each"; done
  fi
done`

export const unpackCommand = ['sh', '-c', unpack, 'unpack', home]

const answerDeadlineMs = 10_000

/** Beside what is current, as what is current, or as the only ones. */
export type WriteHow = 'beside' | 'current' | 'alone'

/** A folder below `home`, and what its files hold by name. */
export interface ConfigurationFolder {
  folder: string
  files: Record<string, string>
}

/**
 * A folder, made of what is there already as far as that is the same: then a change of one server does not send all
 * names of a thousand apps. Links to files, so nothing may write into one: what is unpacked takes the place of a file.
 */
export function folderEntries(made: ConfigurationFolder, there: ConfigurationFolder | undefined): TarEntry[] {
  if (made.folder === there?.folder) return []
  const pathIn = ({ folder }: ConfigurationFolder, file: string) => `${home.slice(1)}/${folder}/${file}`
  const files = Object.entries(made.files).map(([file, content]): TarEntry => {
    const path = pathIn(made, file)
    if (there?.files[file] === content) return { type: 'hard-link', path, target: pathIn(there, file) }
    return { type: 'file', path, content }
  })
  return [{ type: 'folder', path: pathIn(made, '') }, ...files]
}

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

  /** One that was broken off leaves nothing to go on with. */
  async write(archive: Buffer, how: WriteHow, folder: string, signal: AbortSignal): Promise<void> {
    this.#heard = ''
    this.#stream.write(`${archive.length} ${how} ${folder}\n`)
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
