// One shell in the container that is kept open. Through it files are written in a few milliseconds, where the engine's
// own way takes a hundred, and processes are held without another command that the engine would have to start. One
// thing at a time; each is answered with a line.
import type { Duplex } from 'node:stream'
import { IngressError } from './ingress.ts'
import { home, workerSocket } from './proxy-paths.ts'

/**
 * A conversation that nobody ends: what it reads from and writes to has its other end in itself. A word is asked for to
 * know that it stands. It is nobody's child and has nothing of the shell open, so that each may end without the other.
 */
const hold = `hold() {
  f=$(mktemp -u) && mkfifo "$f" && exec 3<>"$f" 4</proc/self/fd/1 && rm "$f" && echo prompt >&3 || exit 1
  command -v socat >/dev/null && exec socat - "UNIX-CONNECT:$1" <&3
  exec nc "local:$1" <&3
}`

/**
 * Reads `<bytes> <how> <folder>`, then so many bytes of an archive. Only when all of it is there does the proxy start
 * from the folder, by the link `next`, in one step: that is the last of the archive, and one of another time must not be
 * taken for it. After the answer other folders go, where this is to be the only one. Or reads `0 hold`.
 */
const script = `${hold}
rm -f "$1/next"
while read -r size how folder; do
  if [ "$how" = hold ]; then
    { hold "$2" & } 2>/dev/null | read -r answer
  else
    head -c "$size" | tar -x -f - -C / &&
      { [ "$how" = beside ] || mv -fT "$1/next" "$1/current"; }
  fi
  code=$?
  echo "done $code"
  [ "$code" = 0 ] || exit 1
  if [ "$how" = alone ]; then
    for each in "$1"/files/*; do [ "$each" = "$1/$folder" ] || rm -rf "$each"; done
  fi
done`

export const shellCommand = shellIn(home, workerSocket)

export function shellIn(folder: string, socket: string): string[] {
  return ['sh', '-c', script, 'shell', folder, socket]
}

const answerDeadlineMs = 10_000

/** Beside what is current, as what is current, or as the only ones. */
export type WriteHow = 'beside' | 'current' | 'alone'

export class ProxyShell {
  readonly #stream: Duplex
  #heard = ''
  #isClosed = false
  #news: () => void = () => {}
  #turn: Promise<unknown> = Promise.resolve()

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

  async write(archive: Buffer, how: WriteHow, folder: string, signal: AbortSignal): Promise<void> {
    const fault = 'the files of the proxy could not be written'
    await this.#tell([`${archive.length} ${how} ${folder}\n`, archive], fault, signal)
  }

  /** Comes back when the current process is held, which then goes on until it is let go, whatever becomes of us. */
  async hold(signal: AbortSignal): Promise<void> {
    await this.#tell(['0 hold\n'], 'the socket of its process does not answer', signal)
  }

  #tell(parts: (string | Buffer)[], fault: string, signal: AbortSignal): Promise<void> {
    const mine = this.#turn.then(async () => {
      this.#heard = ''
      for (const part of parts) this.#stream.write(part)
      const code = await this.#untilDone(AbortSignal.any([signal, AbortSignal.timeout(answerDeadlineMs)]))
      if (code === '0') return
      // One that was broken off leaves nothing to go on with.
      this.close()
      signal.throwIfAborted()
      const words = this.#heard.trim().slice(-300)
      throw new IngressError('failed', `${fault}: ${words || 'no answer'}`)
    })
    this.#turn = mine.catch(() => {})
    return mine
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
